package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ~} is in a pen, where a home is the run's own: ADR 14. */
class OwnHomeTest {
  private static final PolicyContext OUTSIDE =
      PolicyContext.ownFolder("/home/dev/proj", "/home/dev", "dev");
  private static final PolicyContext IN_PEN = OUTSIDE.withOwnHome(true);

  private static Decision judge(String text, PolicyContext context) {
    return Policy.builtIn(Profile.PERMISSIVE).evaluate(text, context).decision();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm ~/.config/x",
        "rm -rf ~/.cache/*",
        "rm -r \"$HOME\"/.npm",
        "rm \"$TMPDIR/x\"",
        "rm -rf \"$TMPDIR\"/* $TMP/a ${TEMP}/b",
        "cd && rm -rf x",
        "mv ~/x ~/y",
        "chmod -R 700 ~/bin",
        "echo 'export A=1' >> ~/.bashrc",
        "sh -c 'rm -rf ~/x'",
        "find ~/.cache -delete",
        "python3 -c 'import os; os.system(\"rm -rf ~/x\")'",
      })
  void whatIsBelowTheRunsOwnHomeIsTheRuns(String text) {
    assertThat(judge(text, IN_PEN)).isEqualTo(Decision.ALLOW);
    assertThat(judge(text, OUTSIDE)).isNotEqualTo(Decision.ALLOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf ~",
        "rm -rf ~/",
        "rm -rf ~/*",
        "rm -rf ~/.*",
        "rm -rf \"$HOME\"",
        "cd ~ && rm -rf .",
        "find ~ -delete",
        "rm -rf ~/../x",
        "rm -rf $TMPDIR/../x",
        "rm -rf ~/$X",
        "rm -rf /home/dev/.config",
        "rm -rf ~dev/.config",
        "rm -rf ~root/x",
        "HOME=/home/dev; rm -rf ~/x",
        "export HOME=/home/dev; rm -rf ~/x",
        "HOME=/home/dev bash -c 'rm -rf ~/x'",
        "HOME=/home/dev eval 'rm -rf ~/x'",
        "f() { rm -rf ~/x; }; HOME=/home/dev f",
        "HOME=/home/dev nice bash -c 'rm -rf ~/x'",
        "HOME=~ env -i bash -c 'rm -rf ~/x'",
        "env -i bash -c 'rm -rf ~/x'",
        "env - bash -c 'rm -rf ~/x'",
        "env -u HOME bash -c 'rm -rf $HOME/x'",
        "env HOME=/home/dev bash -c 'rm -rf ~/x'",
        "exec -c bash -c 'rm -rf ~/x'",
        "unset HOME; rm -rf ~/x",
        "sudo sh -c 'rm -rf ~/x'",
        "su -c 'rm -rf ~/x'",
        "unknown-program sh -c 'rm -rf ~/x'",
        "tmux send-keys 'rm -rf ~/x' Enter",
        "env -i bash -c 'rm -rf ~/proj'",
        "cat ~/.ssh/id_rsa",
        "cp ~/.aws/credentials .",
        "rm -rf /home/\uE007/x",
      })
  void everyOtherHomeIsNot(String text) {
    assertThat(judge(text, IN_PEN)).isNotEqualTo(Decision.ALLOW);
  }

  @Test
  void theRunsHomeIsShownAsItIsWritten() {
    assertThat(
            Policy.builtIn(Profile.PERMISSIVE)
                .evaluate("rm -rf ~; rm -rf $TMPDIR/..", IN_PEN)
                .matches())
        .extracting(Match::reason)
        .containsExactly(
            "~ is outside the workspace; deleting there is refused",
            "$TMPDIR/.. is outside the workspace; deleting there is refused");
  }

  @Test
  void anAssignmentBeforeACommandIsSeenByTheCodeThatItRunsAndForgottenAfterIt() {
    assertThat(judge("X=/etc sh -c 'rm -rf $X'", OUTSIDE)).isEqualTo(Decision.DENY);
    assertThat(judge("X=build sh -c 'rm -rf $X'", OUTSIDE)).isEqualTo(Decision.ALLOW);
    assertThat(judge("X=build true; rm -rf $X", OUTSIDE)).isEqualTo(Decision.ASK);
    assertThat(judge("HOME=/tmp/a true; rm -rf ~/y", OUTSIDE)).isEqualTo(Decision.DENY);
  }
}
