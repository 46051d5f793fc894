package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of a launcher that has built already; see {@link LauncherTest} for what comes before. */
class LauncherCallTest {
  private static final String VERSION = "pinfold " + VersionCommand.VERSION + " (Java 25";

  @TempDir static Path folder;
  private static Checkout checkout;

  @BeforeAll
  static void buildIt() throws Exception {
    checkout = Checkout.in(folder);
    assertThat(checkout.run("version").status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ln -s \"$0\" link; ./link version",
        "mkdir d; ln -s \"$0\" d/one; ln -s one d/two; cd /; \"$OLDPWD/d/two\" version",
        "cd \"${0%/*}\"; ./pinfold version",
        "cd \"${0%/*}/cli\"; ../pinfold version",
        "cd \"${0%/*}\"; sh pinfold version",
        "PATH=${0%/*}:$PATH; pinfold version",
        "dash \"$0\" version",
        "bash \"$0\" version",
        "mkdir gone; cd gone; rmdir ../gone; \"$0\" version",
        "unset HOME; \"$0\" version",
        "env -i \"$0\" version",
        "XDG_CACHE_HOME=/proc/none \"$0\" version",
        "XDG_CACHE_HOME=relative \"$0\" version; ! [ -e relative ]",
        "JAVA_HOME=/usr/lib/jvm/java-17-openjdk-amd64 \"$0\" version",
        "JAVA_TOOL_OPTIONS=-Dx=y _JAVA_OPTIONS=-Dx=y JDK_JAVA_OPTIONS=-Dx=y \"$0\" version",
        "LC_ALL=nonsense LANG=xx_YY \"$0\" version",
        "mkdir -p planted/bin; for p in find readlink flock mktemp; do printf '#!/bin/sh\\n"
            + ">ran-free\\n"
            + "' >planted/bin/$p; chmod +x planted/bin/$p; done; PATH=$PWD/planted/bin:$PATH \"$0\""
            + " version; ! [ -e ran-free ]",
        "\"$0\" version <&-",
        "\"$0\" version 2>&-",
      })
  void worksHoweverItIsCalled(String script) throws Exception {
    Finished called = checkout.script(script);
    assertThat(called.status()).as(called.err()).isZero();
    assertThat(called.out()).startsWith(VERSION).hasLineCount(1);
    // dash itself complains of a directory that is gone.
    assertThat(called.err().lines().filter(line -> !line.contains("getcwd"))).isEmpty();
  }

  @Test
  void aClosedOutputIsAnErrorAndNoFileOfTheJvm() throws Exception {
    Finished closed = checkout.script("\"$0\" version >&-");
    assertThat(closed.status()).isEqualTo(125);
    assertThat(closed.err()).startsWith("pinfold: can't write the output: ");
  }

  @Test
  void aStartTakesItsClassesFromTheCache() throws Exception {
    String log =
        checkout
            .script("sh -x \"$0\" version 2>&1 >/dev/null | grep -o 'exec .*' | tail -n 1")
            .out();
    Finished loading =
        checkout.script(
            "LC_ALL=C.UTF-8; export LC_ALL; "
                + log.strip().replace("-Xlog:disable", "-Xlog:disable -Xlog:class+load:stdout"));
    assertThat(loading.out().lines().filter(line -> line.contains("shared objects file")))
        .hasSizeGreaterThan(800);
    assertThat(loading.out().lines().filter(line -> line.contains("source: jrt:")))
        .hasSizeLessThan(5);
  }

  @Test
  void theExitStatusIsTheProgramsOwn() throws Exception {
    assertThat(checkout.run("log", "no-such-run").status()).isEqualTo(2);
    assertThat(checkout.run().status()).isEqualTo(2);
  }

  @Test
  void argumentsArriveUntouched() throws Exception {
    Finished odd = checkout.run("@file '\"$HOME *\n\t\u001b\\");
    assertThat(odd.err()).startsWith("pinfold: unknown command '@file '\"$HOME *\n\\t\\x1b\\'\n");
    assertThat(checkout.script("\"$0\" \"$(printf 'a\\351b')\"").err())
        .startsWith("pinfold: unknown command 'a\\xe9b'\n");
    assertThat(checkout.script("LC_ALL=C \"$0\" \"$(printf 'a\\303\\251b')\"").err())
        .startsWith("pinfold: unknown command 'aéb'\n");
    assertThat(checkout.run("").err()).startsWith("pinfold: unknown command ''\n");
  }
}
