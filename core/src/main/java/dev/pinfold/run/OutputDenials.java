package dev.pinfold.run;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Paths;
import dev.pinfold.process.HeadTail;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Denial;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.Pen;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refused file accesses, found without slowing any access down: where a command complains of a
 * refusal and names a path, the path is looked at. It is reported only when the run's rules don't
 * cover it and the user could have had it without the pen; an ordinary lack of permission is the
 * command's own affair. The report says that it is an inference.
 */
final class OutputDenials {
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "(?i)permission denied|EACCES|operation not permitted|not permitted|read-only file"
              + " system|EROFS");

  /** What is not in the view of tier full does not exist. */
  private static final Pattern ABSENCE = Pattern.compile("(?i)no such file or directory|ENOENT");

  /** What these name differs for each process: for the run's, not what it is for this one. */
  private static final Pattern OWN_OF_EACH =
      Pattern.compile("^/(proc/(self|thread-self)|dev/(fd|stdin|stdout|stderr))(/|$)");

  /** A path in quotes, or one that ends at a blank, a colon or a closing bracket. */
  private static final Pattern PATH =
      Pattern.compile(
          "['\"‘`]((?:/|\\.\\.?/)[^'\"’`]*)['\"’`]|(?<![\\w/.])((?:/|\\.\\.?/)[^\\s:'\"),;]*)");

  /**
   * After the quote: the name goes on in another piece, {@code 'a'$'\\033''b'}, as coreutils write
   * names with control characters. Its first piece is another path, which nobody was refused.
   */
  private static final Pattern GOES_ON = Pattern.compile("\\$'|\\\\'|['\"]");

  /** A shell begins with its own name, often a path, and the line: {@code /bin/bash: line 1: }. */
  private static final Pattern SHELLS_OWN_NAME = Pattern.compile("^[^\\s:]+:(?: line)? ?\\d+:");

  /** More would be a flood, and each costs a few system calls. */
  private static final int MOST = 20;

  private static final int R_OK = 4;
  private static final int W_OK = 2;

  private OutputDenials() {}

  /** Looks through what is kept of a command's error output; {@code folder} is where it ran. */
  static List<CountedDenial> find(
      HeadTail err, String folder, Pen pen, Predicate<Grant> grantable) {
    String text = NativeString.decode(err.head()) + "\n" + NativeString.decode(err.tail());
    List<CountedDenial> found = new ArrayList<>();
    paths(text, COMPLAINT, folder).forEach(path -> judge(path, pen, grantable, found));
    if (pen.hidesNames()) {
      paths(text, ABSENCE, folder).forEach(path -> judgeHidden(path, pen, grantable, found));
    }
    return found;
  }

  private static List<String> paths(String text, Pattern complaint, String folder) {
    Set<String> paths = new LinkedHashSet<>();
    text.lines()
        .filter(line -> complaint.matcher(line).find())
        .takeWhile(_ -> paths.size() < MOST)
        .forEach(line -> collect(line, folder, paths));
    return paths.stream().limit(MOST).toList();
  }

  /** Something that a command missed, and that is there outside. */
  private static void judgeHidden(
      String path, Pen pen, Predicate<Grant> grantable, List<CountedDenial> found) {
    try {
      String real = Paths.real(path);
      if (!pen.mayRead(real) && Paths.access(real, R_OK) == 0) {
        found.add(inferred("read", path, real, grantable));
      }
    } catch (ErrnoException _) {
      judgeHiddenFolder(path, pen, grantable, found);
    }
  }

  /** It is nowhere, but its folder is: whether it was to be made nobody knows. */
  private static void judgeHiddenFolder(
      String path, Pen pen, Predicate<Grant> grantable, List<CountedDenial> found) {
    try {
      String parent = Paths.real(path.substring(0, Math.max(1, path.lastIndexOf('/'))));
      if (!pen.mayRead(parent) && Paths.access(parent, W_OK) == 0) {
        found.add(inferred("write", path, parent, grantable));
      }
    } catch (ErrnoException _) {
      // Neither: the complaint is not ours.
      return;
    }
  }

  private static void collect(String line, String folder, Set<String> paths) {
    String rest = SHELLS_OWN_NAME.matcher(line).replaceFirst("");
    Matcher matcher = PATH.matcher(rest);
    while (matcher.find()) {
      if (matcher.group(1) != null
          && GOES_ON.matcher(rest).region(matcher.end(), rest.length()).lookingAt()) {
        continue;
      }
      String path = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      if (path.chars().noneMatch(c -> c < ' ') && !OWN_OF_EACH.matcher(path).find()) {
        paths.add(path.startsWith("/") ? path : folder + "/" + path);
      }
    }
  }

  private static void judge(
      String path, Pen pen, Predicate<Grant> grantable, List<CountedDenial> found) {
    try {
      String real = Paths.real(path);
      if (isKept(real, pen)) {
        found.add(kept(path));
      } else if (!pen.mayRead(real) && Paths.access(real, R_OK) == 0) {
        found.add(inferred("read", path, real, grantable));
      } else if (!pen.mayWrite(real) && Paths.access(real, W_OK) == 0) {
        found.add(inferred("write", path, real, grantable));
      }
    } catch (ErrnoException _) {
      judgeMissing(path, pen, grantable, found);
    }
  }

  /** A file that does not exist was to be made: its folder decides. */
  private static void judgeMissing(
      String path, Pen pen, Predicate<Grant> grantable, List<CountedDenial> found) {
    int slash = path.lastIndexOf('/');
    String parent = slash <= 0 ? "/" : path.substring(0, slash);
    try {
      String real = Paths.real(parent);
      if (isKept(real, pen)) {
        found.add(kept(path));
      } else if (!pen.mayWrite(real) && Paths.access(real, W_OK) == 0) {
        found.add(inferred("write", path, real, grantable));
      }
    } catch (ErrnoException _) {
      // No such folder either: the complaint is not ours.
    }
  }

  private static boolean isKept(String real, Pen pen) {
    return pen.keptAsTheyAre().stream()
        .anyMatch(kept -> real.equals(kept) || real.startsWith(kept + "/"));
  }

  /** A complaint about reading it is possible too, but not one of the pen's making. */
  private static CountedDenial kept(String path) {
    return new CountedDenial(
        new Denial(
            Denial.Layer.PROTECTED,
            "write",
            new Denial.Target.Path(path),
            "fs.protected.now",
            "something outside runs or trusts it; --unprotect opens it",
            "",
            Denial.Evidence.INFERRED),
        1);
  }

  /** The remedy is named only where it would be granted: never one that opens a place of keys. */
  private static CountedDenial inferred(
      String operation, String path, String real, Predicate<Grant> grantable) {
    boolean read = operation.equals("read");
    Grant grant = new Grant(real, read ? Access.READ : Access.READ_WRITE, Origin.USER);
    String reason =
        read ? "outside this run's view" : "outside the folders that this run may write";
    String remedy = grantable.test(grant) ? grant.option() : "";
    return new CountedDenial(
        new Denial(
            Denial.Layer.FILES,
            operation,
            new Denial.Target.Path(path),
            read ? "fs.read.outside" : "fs.write.outside",
            reason,
            remedy,
            Denial.Evidence.INFERRED),
        1);
  }
}
