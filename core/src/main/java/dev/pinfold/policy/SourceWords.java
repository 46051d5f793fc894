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
          "emptyDirSync",
          "rimraf",
          "remove_dir_all",
          "remove_entry_secure");

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
          "truncateSync");

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
          "globSync");

  /** Calls whose result is their arguments as one path or text. */
  static final Set<String> PATH_CALLS =
      Set.of(
          "join",
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

  /** {@code from os import system as s}. */
  static final Pattern RENAMED = Pattern.compile("\\b(\\w{1,40}) as (\\w{1,40})\\b");

  private SourceWords() {}
}
