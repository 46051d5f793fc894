package dev.pinfold.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All rows of the table in one process: once outside, once in a pen, each with decoys of its own.
 *
 * @param verdicts by label of the row
 * @param changed labels of rows whose decoys outside the workspace are not as they were
 * @param output of the process, for messages
 */
record AttackBatch(Map<String, String> verdicts, List<String> changed, Script output) {
  private static final List<Path> CGROUPS =
      List.of(
          Path.of("/sys/fs/cgroup/cgroup.procs"),
          Path.of("/sys/fs/cgroup/unified/cgroup.procs"),
          Path.of("/sys/fs/cgroup/pids/cgroup.procs"));

  /** Where a row's decoys are, and what its placeholders mean. */
  private record Scene(AttackRow row, Path outside, Path readOnly, Path inside, String name) {
    static Scene of(Stage stage, AttackRow row, String phase) {
      String name = row.label() + "-" + phase;
      return new Scene(
          row,
          stage.outside().resolve(name),
          stage.readOnly().resolve(name),
          stage.workspace().resolve(name),
          name);
    }

    List<Snapshot> snapshots() {
      return List.of(Snapshot.of(outside), Snapshot.of(readOnly));
    }
  }

  /** Outside: the attacker is started just as the pen would start it. */
  static AttackBatch outside(Stage stage, Targets targets, List<AttackRow> rows)
      throws IOException {
    Map<String, String> values = placeholders(stage, targets);
    values.put("parent", values.get("victim"));
    List<AttackRow> tried = rows.stream().filter(AttackRow::hasControl).toList();
    return run(
        stage,
        values,
        tried,
        "control",
        words ->
            Script.run(stage.identity().command(words), stage.workspace(), stage.environment()));
  }

  /** In a pen that may read the folder of read-only decoys. */
  static AttackBatch inPen(Stage stage, Targets targets, List<AttackRow> rows, PenTier tier)
      throws IOException {
    Map<String, String> values = placeholders(stage, targets);
    // In tier full the parent is not there to be asked for.
    values.put("parent", tier == PenTier.FULL ? values.get("victim") : "parent");
    List<String> options = List.of(tier.option(), "--read", stage.readOnly().toString());
    return run(
        stage, values, rows, "pen-" + tier.id(), words -> new Pen(stage).exec(options, words));
  }

  /** What the row's act got; where its line is missing, all that the process said. */
  String verdict(AttackRow row) {
    return verdicts.getOrDefault(row.label(), "no verdict\n" + output);
  }

  private interface Runner {
    Script run(List<String> words);
  }

  private static AttackBatch run(
      Stage stage, Map<String, String> values, List<AttackRow> rows, String phase, Runner runner)
      throws IOException {
    List<Scene> scenes = rows.stream().map(row -> Scene.of(stage, row, phase)).toList();
    StringBuilder lines = new StringBuilder();
    for (Scene scene : scenes) {
      build(stage, scene);
      lines.append(line(scene, values)).append('\n');
    }
    Path batch = stage.write(stage.attacker().resolve(phase + ".batch"), lines.toString());
    stage.hand();
    List<List<Snapshot>> before = scenes.stream().map(Scene::snapshots).toList();
    Script output = runner.run(Attacker.command(stage.attacker(), "--batch", batch.toString()));
    List<String> changed =
        IntStream.range(0, scenes.size())
            .filter(i -> !scenes.get(i).snapshots().equals(before.get(i)))
            .mapToObj(i -> scenes.get(i).row().label())
            .toList();
    for (Scene scene : scenes) {
      Files.deleteIfExists(Path.of("/var/tmp/pinfold-attack-" + scene.name()));
    }
    return new AttackBatch(verdicts(output), changed, output);
  }

  private static void build(Stage stage, Scene scene) throws IOException {
    stage.decoys(scene.outside());
    stage.decoys(scene.readOnly());
    stage.decoys(scene.inside());
    Path inside = scene.inside();
    Files.createSymbolicLink(inside.resolve("link-out"), scene.outside().resolve("file"));
    Files.createSymbolicLink(inside.resolve("link-out-exe"), scene.outside().resolve("exe"));
    Files.createSymbolicLink(inside.resolve("chain"), Path.of("link-out"));
    Files.createSymbolicLink(inside.resolve("link-socket"), stage.run().resolve("stream.sock"));
    Files.createSymbolicLink(
        inside.resolve("link-socket-dgram"), stage.run().resolve("dgram.sock"));
  }

  private static Map<String, String> placeholders(Stage stage, Targets targets) throws IOException {
    Map<String, String> values = new TreeMap<>(targets.placeholders());
    values.put("home", stage.home().toString());
    values.put("ws", stage.workspace().toString());
    values.put("run", stage.run().toString());
    values.put("state", stage.state().toString());
    values.put("uid", Long.toString(stage.identity().uid()));
    values.put("uid2", "65534");
    values.put(
        "cgroup",
        CGROUPS.stream().filter(Files::exists).findFirst().orElse(CGROUPS.getFirst()).toString());
    return values;
  }

  private static String line(Scene scene, Map<String, String> values) {
    UnaryOperator<String> fill =
        argument -> {
          String filled =
              argument
                  .replace("{out}", scene.outside().toString())
                  .replace("{ro}", scene.readOnly().toString())
                  .replace("{in}", scene.inside().toString())
                  .replace("{row}", scene.name());
          for (Map.Entry<String, String> value : values.entrySet()) {
            filled = filled.replace("{" + value.getKey() + "}", value.getValue());
          }
          return filled;
        };
    return String.join(
        "\t",
        Stream.concat(
                Stream.of(scene.row().label(), scene.row().act()),
                scene.row().arguments().stream().map(fill))
            .toList());
  }

  /** The first word after the label; what follows is what the act got. */
  private static Map<String, String> verdicts(Script output) {
    Map<String, String> verdicts = new TreeMap<>();
    output
        .out()
        .lines()
        .map(line -> line.split(" ", 3))
        .filter(words -> words.length >= 2)
        .forEach(words -> verdicts.put(words[0], words[1]));
    return verdicts;
  }
}
