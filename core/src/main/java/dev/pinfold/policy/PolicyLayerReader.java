package dev.pinfold.policy;

import dev.pinfold.policy.PolicySection.Located;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the files of one layer, and what they include. */
final class PolicyLayerReader {
  /** Includes in includes: nobody nests them deeper by hand. */
  private static final int MAX_DEPTH = 8;

  private static final int MAX_FILES = 32;

  /** All files of a layer: each start tries their examples, some seconds for as much as this. */
  private static final int MAX_CHARS = 2 * PolicyFile.MAX_BYTES;

  private final PolicyLayer layer;
  private final PolicyPlaces places;
  private final List<PolicyFile> files = new ArrayList<>();
  private final Set<String> read = new HashSet<>();
  private int chars;

  PolicyLayerReader(PolicyLayer layer, PolicyPlaces places) {
    this.layer = layer;
    this.places = places;
  }

  /** The layer's files, each before those that it includes; empty when it has none. */
  List<PolicyFile> read() throws PolicyFileException {
    switch (layer) {
      case ORGANISATION -> {
        if (!places.organisation().isEmpty()) {
          usual(places.organisation());
        }
      }
      case USER -> {
        if (!places.user().isEmpty()) {
          usual(places.user());
        }
        for (String given : places.given()) {
          named(given);
        }
      }
      case REPOSITORY -> {
        if (!places.workspace().isEmpty()) {
          usual(PolicyPlaces.REPOSITORY);
        }
      }
    }
    return files;
  }

  private String shown(String path) {
    return layer == PolicyLayer.REPOSITORY ? places.workspace() + "/" + path : path;
  }

  private PolicyText text(String path) throws PolicyText.UnusableException {
    return layer == PolicyLayer.REPOSITORY
        ? PolicyText.beneath(places.workspace(), path)
        : PolicyText.read(path, layer);
  }

  /** A file that need not be there. */
  private void usual(String path) throws PolicyFileException {
    if (isSurelyMissing(shown(path))) {
      return;
    }
    try {
      if (layer == PolicyLayer.ORGANISATION) {
        PolicyText.checkFolder(PathText.directory(path));
      }
      file(path, text(path), List.of());
    } catch (PolicyText.UnusableException e) {
      if (!e.missing()) {
        throw unusable(shown(path), 1, String.valueOf(e.getMessage()), e.next());
      }
    }
  }

  /**
   * Most users have no policy file, and a start should not link the C library to find that out (20
   * ms). Anything else than a plain no is looked at closely.
   */
  private static boolean isSurelyMissing(String path) {
    if (!path.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return false; // the JVM may not be able to write such a name
    }
    try {
      Files.readAttributes(Path.of(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return false;
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void named(String path) throws PolicyFileException {
    try {
      file(path, text(path), List.of());
    } catch (PolicyText.UnusableException e) {
      throw unusable(path, 1, String.valueOf(e.getMessage()), e.next());
    }
  }

  private static PolicyFileException unusable(String file, int line, String what, String next) {
    Problems problems = new Problems(file);
    problems.error(line, what, next);
    return new PolicyFileException(problems.all());
  }

  /** A file that was named twice counts once. */
  private void file(String path, PolicyText text, List<String> chain) throws PolicyFileException {
    if (!read.add(text.identity())) {
      return;
    }
    chars += text.text().length();
    if (chars > MAX_CHARS) {
      throw unusable(
          shown(path),
          1,
          "the files of this layer are longer than " + (MAX_CHARS >> 10) + " KiB together",
          "Take rules or examples out.");
    }
    PolicyFile file = PolicyFile.read(text, shown(path), layer);
    files.add(file);
    List<String> longer = new ArrayList<>(chain);
    longer.add(text.identity());
    for (Located include : file.content().includes()) {
      include(path, include, longer);
    }
  }

  private void include(String from, Located include, List<String> chain)
      throws PolicyFileException {
    String file = shown(from);
    String path = target(from, include);
    if (chain.size() > MAX_DEPTH || files.size() >= MAX_FILES) {
      throw unusable(
          file,
          include.line(),
          chain.size() > MAX_DEPTH
              ? "includes are nested deeper than " + MAX_DEPTH
              : "more than " + MAX_FILES + " files",
          "Put the rules together.");
    }
    PolicyText text;
    try {
      text = text(path);
    } catch (PolicyText.UnusableException e) {
      throw unusable(
          file,
          include.line(),
          "can't include " + include.text() + ": " + e.getMessage(),
          e.next());
    }
    if (chain.contains(text.identity())) {
      throw unusable(
          file,
          include.line(),
          include.text() + " includes itself, by way of " + (chain.size() - 1) + " other files",
          "Take one of the includes out.");
    }
    file(path, text, chain);
  }

  private String target(String from, Located include) throws PolicyFileException {
    String wanted = include.text();
    if (wanted.isEmpty() || wanted.indexOf('\0') >= 0) {
      throw unusable(shown(from), include.line(), "an empty include", "Name a file.");
    }
    String directory = PathText.directory(from);
    if (layer != PolicyLayer.REPOSITORY) {
      return wanted.startsWith("/") ? wanted : directory + "/" + wanted;
    }
    String normal = PathText.absolute(wanted, "/" + directory);
    if (!PathText.below(normal, "/.pinfold")) {
      throw unusable(
          shown(from),
          include.line(),
          "a repository's policy can't include " + wanted,
          "Include files below .pinfold, by a relative path.");
    }
    return normal.substring(1);
  }
}
