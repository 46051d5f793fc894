package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tools that people use, in both tiers, as root and as an ordinary user. */
class RealToolsTest {
  private static final String EACH = "everyIdentityInEveryTier";

  static Stream<Arguments> everyIdentityInEveryTier() {
    return Identity.all()
        .flatMap(identity -> Stream.of(PenTier.values()).map(t -> Arguments.of(identity, t)));
  }

  /** In a repository of the user's, whose hooks and settings are there and protected. */
  @ParameterizedTest
  @MethodSource(EACH)
  void gitDoesWhatItDoesOutside(Identity identity, PenTier tier) throws IOException {
    String text =
        """
        set -e
        git config user.name Agent; git config user.email agent@example.com
        echo 1 > f; git add f; git commit -qm one
        git checkout -qb topic; echo 2 > g; git add g; git commit -qm two
        git checkout -q main; echo 3 > h; git add h; git commit -qm three
        git rebase -q main topic; git checkout -q main; git merge -q --no-ff -m merged topic
        echo 4 >> f; git stash -q; git stash pop -q; git commit -qam four
        git worktree add -q wt -b side
        (cd wt; echo 5 > w; git add w; git commit -qm five)
        git merge -q side -m side; git worktree remove wt
        git init -q -b main lib
        (cd lib; git config user.name L; git config user.email l@example.com)
        (cd lib; echo l > l; git add l; git commit -qm lib)
        git -c protocol.file.allow=always submodule --quiet add ./lib vendor/lib
        git commit -qm submodule
        git remote add origin https://example.com/x.git; git branch -m side renamed
        git branch -qD renamed; git tag v1; git init -q
        git clone -q . copy; test -e copy/f; rm -rf copy lib
        git gc -q; git fsck --no-progress --no-dangling
        git status --porcelain; git log --format=%s | sort | tr '\\n' ' '
        """;
    try (Stage stage = new Stage(identity)) {
      Script prepared =
          Script.run(
              identity.command(
                  List.of(
                      "sh",
                      "-c",
                      "git init -q -b main . && mkdir -p .vscode .git/hooks && echo x >"
                          + " .vscode/tasks.json && echo '#!/bin/sh' > .git/hooks/commit-msg &&"
                          + " chmod +x .git/hooks/commit-msg && printf '.vscode\\n"
                          + ".attacker\\n"
                          + "script.sh\\n"
                          + "' > .git/info/exclude")),
              stage.workspace(),
              stage.environment());
      assertThat(prepared.exit()).as("%s", prepared).isZero();
      Script run = new Pen(stage).execFile(text, tier.option());
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.out()).isEqualTo("five four merged one submodule three two ");
      assertThat(stage.workspace().resolve("vendor/lib/l")).exists();
      assertThat(run.err()).doesNotContain("protected: ");
    }
  }

  @ParameterizedTest
  @MethodSource(EACH)
  void makeRunsItsJobsTogether(Identity identity, PenTier tier) throws IOException {
    try (Stage stage = new Stage(identity)) {
      stage.write(
          stage.workspace().resolve("Makefile"),
          "all: a b c d\n\tcat a b c d\na b c d:\n\techo $@ > $@\n.PHONY: all\n");
      stage.hand();
      Script run = new Pen(stage).exec(List.of(tier.option()), List.of("make", "-s", "-j4", "all"));
      assertThat(run.out()).as("%s", run).isEqualTo("a\nb\nc\nd\n");
    }
  }

  /** Without /dev/shm there are no semaphores, and so no pools: see R202. */
  @ParameterizedTest
  @MethodSource(EACH)
  void pythonStartsProcessesAndTalksToThem(Identity identity, PenTier tier) throws IOException {
    try (Stage stage = new Stage(identity)) {
      stage.write(
          stage.workspace().resolve("pool.py"),
          """
          import multiprocessing as m, sys
          def square(x): return x * x
          def child(c): c.send(7); c.close()
          if __name__ == '__main__':
              a, b = m.Pipe()
              p = m.Process(target=child, args=(b,)); p.start(); print(a.recv()); p.join()
              if sys.argv[1] == 'full':
                  with m.Pool(4) as pool: print(sum(pool.map(square, range(100))))
                  q = m.Queue(); q.put(1); print(q.get())
          """);
      stage.hand();
      Script run =
          new Pen(stage)
              .exec(List.of(tier.option()), List.of("/usr/bin/python3", "pool.py", tier.id()));
      assertThat(run.out())
          .as("%s", run)
          .isEqualTo(tier == PenTier.FULL ? "7\n328350\n1\n" : "7\n");
    }
  }

  /** A loopback of its own is what tier full adds. */
  @ParameterizedTest
  @MethodSource(EACH)
  void nodeServesItself(Identity identity, PenTier tier) throws IOException {
    try (Stage stage = new Stage(identity)) {
      stage.write(
          stage.workspace().resolve("server.js"),
          """
          const http = require('http');
          const server = http.createServer((q, r) => r.end('hello ' + q.url));
          server.on('error', e => console.log(e.code));
          server.listen(0, '127.0.0.1', () => http.get(
            { port: server.address().port, path: '/x' },
            r => r.on('data', d => console.log(String(d))).on('end', () => server.close())));
          """);
      stage.hand();
      Script run = new Pen(stage).exec(List.of(tier.option()), List.of("node", "server.js"));
      assertThat(run.out())
          .as("%s", run)
          .isEqualTo(tier == PenTier.FULL ? "hello /x\n" : "EACCES\n");
    }
  }
}
