package dev.pinfold.policy;

import java.util.Set;
import java.util.regex.Pattern;

/** The calls by which programs in other languages run a shell, delete, list, read and write. */
final class SourceWords {
  static final Set<String> SHELL_CALLS =
      Set.of(
          "system",
          "exec",
          "execSync",
          "popen",
          "shell_exec",
          "passthru",
          "spawn",
          "spawnSync",
          "execFile",
          "execFileSync",
          "run",
          "call",
          "check_call",
          "check_output",
          "Popen",
          "getoutput",
          "getstatusoutput",
          "execv",
          "execvp",
          "execve",
          "execl",
          "execlp",
          "qx",
          "capture2",
          "capture3",
          "capture2e",
          "popen2",
          "popen3",
          "proc_open",
          "posix_spawn",
          "posix_spawnp",
          "spawnl",
          "spawnlp",
          "spawnle",
          "spawnlpe",
          "spawnv",
          "spawnvp",
          "spawnve",
          "spawnvpe",
          "create_subprocess_shell",
          "create_subprocess_exec",
          "execle",
          "execlpe",
          "execvpe",
          "pcntl_exec",
          "execute",
          "shell",
          "sh",
          "fork_exec",
          "$");

  static final Set<String> DELETE_CALLS =
      Set.of(
          "rmtree",
          "remove",
          "unlink",
          "unlinkSync",
          "rmdir",
          "rmdirSync",
          "rm",
          "rmSync",
          "rm_rf",
          "rm_r",
          "remove_entry",
          "remove_tree",
          "removedirs",
          "delete",
          "removeSync",
          "deltree",
          "removeDirectory",
          "deleteRecursively",
          "emptyDirSync",
          "rimraf",
          "remove_dir_all",
          "remove_entry_secure",
          "removeItem");

  static final Set<String> WRITE_CALLS =
      Set.of(
          "writeFile",
          "writeFileSync",
          "writeTextFile",
          "writeTextFileSync",
          "appendFile",
          "appendFileSync",
          "file_put_contents",
          "createWriteStream",
          "truncateSync",
          "truncate");

  /** Calls that move the file which they name first. */
  static final Set<String> MOVE_CALLS = Set.of("rename", "renameSync", "move", "moveSync");

  /** Calls that change the mode or owner of what they name. */
  static final Set<String> MODE_CALLS =
      Set.of(
          "chmod", "chmodSync", "chown", "chownSync", "lchown", "chmod_R", "chown_R", "fchmodat");

  static final Set<String> FILE_CALLS =
      Set.of(
          "open",
          "openSync",
          "readFile",
          "readFileSync",
          "createReadStream",
          "read",
          "read_text",
          "read_bytes",
          "readlines",
          "Path",
          "file_get_contents",
          "fopen",
          "readfile",
          "file",
          "slurp",
          "readLines",
          "load",
          "getline",
          "copy",
          "copyFileSync",
          "copyfile",
          "copytree",
          "IO.read",
          "writeFile",
          "writeFileSync",
          "write_text",
          "appendFileSync",
          "file_put_contents",
          "write",
          "expanduser",
          "expand_path",
          "join",
          "binread");

  /** Calls that run a shell in some libraries and a statement of a database in others. */
  static final Set<String> SQL_CALLS = Set.of("execute", "exec", "run", "call", "sh", "$");

  /** How languages spell the home directory, outside of a string. */
  static final Pattern HOME =
      Pattern.compile(
          "(?:require\\(\\s*['\"](?:node:)?os['\"]\\s*\\)|os|OS)\\.homedir\\(\\)|process\\.env(?:\\.HOME\\b|\\[['\"]HOME['\"]])"
              + "|(?:pathlib\\.)?Path\\.home\\(\\)|(?:os\\.)?environ(?:\\[['\"]HOME['\"]]|\\.get\\(['\"]HOME['\"]\\))"
              + "|os\\.(?:path\\.)?expanduser\\(['\"]~['\"]\\)|(?:os\\.)?getenv\\(['\"]HOME['\"]\\)"
              + "|\\$ENV\\{['\"]?HOME['\"]?}|ENV(?:\\[['\"]HOME['\"]]|\\.fetch\\(['\"]HOME['\"]\\))|Dir\\.home\\b(?:\\(\\))?"
              + "|\\$_(?:SERVER|ENV)\\[['\"]HOME['\"]]|System\\.(?:getenv\\(\"HOME\"\\)|getProperty\\(\"user\\.home\"\\))"
              + "|Deno\\.env\\.get\\(['\"]HOME['\"]\\)");

  /** The same, inside a string that the language fills in. */
  static final Pattern HOME_IN_TEXT =
      Pattern.compile(
          "\\$ENV\\{['\"]?HOME['\"]?}|#\\{(?:ENV\\[['\"]HOME['\"]]|Dir\\.home)}"
              + "|\\$\\{(?:process\\.env\\.HOME|os\\.homedir\\(\\))}|\\{(?:pathlib\\.)?Path\\.home\\(\\)}|\\{os\\.environ\\[.HOME.]}");

  /** Statements of databases, which calls like {@code execute} take too. */
  static final Pattern SQL =
      Pattern.compile(
          "(?i)\\s*(?:select|insert|update|delete|create|drop|alter|pragma|begin|commit|rollback|vacuum|with|explain"
              + "|attach|detach|replace|truncate|grant|revoke|values|analyze|reindex|savepoint|copy|merge|show|use|call"
              + "|declare|fetch|listen|notify|lock|set)\\b(?!\\s*[|&;<>]).*",
          Pattern.DOTALL);

  /** Calls that find what later calls of the same program get in a variable. */
  static final Set<String> LISTING_CALLS =
      Set.of(
          "glob",
          "iglob",
          "walk",
          "listdir",
          "scandir",
          "rglob",
          "iterdir",
          "readdir",
          "readdirSync",
          "opendir",
          "entries",
          "children",
          "each_child",
          "Dir",
          "fwalk",
          "find",
          "globSync",
          "files",
          "wildcard",
          "list_files",
          "dir_ls",
          "finddepth",
          "DirectoryIterator",
          "FilesystemIterator",
          "RecursiveDirectoryIterator");

  /** Calls whose result is their arguments as one path or text. */
  static final Set<String> PATH_CALLS =
      Set.of(
          "join",
          "implode",
          "expanduser",
          "expand_path",
          "abspath",
          "realpath",
          "normpath",
          "resolve",
          "normalize",
          "Path",
          "PurePath",
          "str",
          "String",
          "File",
          "joinpath",
          "catfile",
          "catdir",
          "toString",
          "fspath");

  static final Pattern WORD_LIST =
      Pattern.compile(
          "(?:%[wWiI]|qw\\s?)(?:\\[[^\\]]{0,4000}]|\\([^)]{0,4000}\\)|\\{[^}]{0,4000}}|<[^>]{0,4000}>|([|!/])[^|!/]{0,4000}\\1)");

  /** Calls that evaluate a text as code of the same language. */
  static final Set<String> EVALUATING_CALLS =
      Set.of("eval", "instance_eval", "class_eval", "loadstring", "Function", "evalstring");

  /** Calls that make another call, which they are given by name or as a value. */
  static final Set<String> DISPATCHING_CALLS =
      Set.of(
          "map",
          "filter",
          "each",
          "forEach",
          "foreach",
          "apply",
          "bind",
          "lapply",
          "sapply",
          "vapply",
          "mapply",
          "Map",
          "Filter",
          "array_map",
          "array_walk",
          "array_walk_recursive",
          "array_filter",
          "array_reduce",
          "call_user_func",
          "call_user_func_array",
          "forward_static_call",
          "iterator_apply",
          "register_shutdown_function",
          "usort",
          "send",
          "__send__",
          "public_send",
          "partial",
          "methodcaller",
          "starmap",
          "imap",
          "apply_async",
          "submit",
          "to_thread",
          "run_in_executor",
          "Thread",
          "Timer",
          "Process",
          "pcall",
          "xpcall",
          "broadcast",
          "pmap");

  private static final Set<String> ELIXIR = Set.of("elixir", "erl", "iex", "mix");

  /** Whether a call of this name does something that the policy looks at. */
  static boolean isCall(String name) {
    return SHELL_CALLS.contains(name)
        || DELETE_CALLS.contains(name)
        || EVALUATING_CALLS.contains(name);
  }

  /** Whether a call runs its text in a shell, or its texts as a command. */
  static boolean runsShell(String callee, String language) {
    return SHELL_CALLS.contains(callee)
        || (callee.equals("cmd") && ELIXIR.contains(language))
        || (callee.equals("command") && language.equals("ocaml"));
  }

  private SourceWords() {}
}
