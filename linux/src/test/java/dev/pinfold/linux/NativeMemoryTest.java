package dev.pinfold.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Bytes on their way between Java and the kernel, read from this process's own memory. */
class NativeMemoryTest {
  @Test
  void everyByteComesBackAsItWas() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    assertThat(NativeString.encode(NativeString.decode(all))).isEqualTo(all);
    for (String text : new String[] {"", "plain", "a?b", "größe?", "😀", "\uDCFF?", "x\uDC80"}) {
      assertThat(NativeString.decode(NativeString.encode(text))).isEqualTo(text);
    }
  }

  @Test
  void whatNoByteStandsForIsNeverReplaced() {
    assertThatThrownBy(() -> NativeString.encode("a\uD800b"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Openat2.openat2(Openat2.AT_FDCWD, "/\0etc", Openat2.O_PATH, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPathThatIsTooLongIsAnsweredAsByTheKernel() {
    String most = "/".repeat(Paths.PATH_MAX - 1);
    assertThat(Paths.access(most, 0)).isZero();
    assertThat(Paths.access(most + "/", 0)).isEqualTo(-Errno.ENAMETOOLONG);
    assertThat(Openat2.openat2(Openat2.AT_FDCWD, most + "/", Openat2.O_PATH, 0))
        .isEqualTo(-Errno.ENAMETOOLONG);
  }

  @Test
  void aStringIsReadToItsEndAcrossPages() {
    int self = (int) ProcessHandle.current().pid();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(3 * 4096);
      memory.fill((byte) 'x');
      memory.set(ValueLayout.JAVA_BYTE, 4100, (byte) 0);
      assertThat(ProcessMemory.string(self, memory.address(), 4101)).hasSize(4100);
      assertThat(ProcessMemory.string(self, memory.address(), 4100)).isNull();
      assertThat(ProcessMemory.string(self, memory.address() + 4100, 4096)).isEmpty();
      assertThat(ProcessMemory.string(self, 8, 4096)).as("no memory there").isNull();
    }
  }

  @Test
  void severalStringsAreReadAtOnce() {
    int self = (int) ProcessHandle.current().pid();
    try (Arena arena = Arena.ofConfined()) {
      long[] at = new long[ProcessMemory.MOST_STRINGS];
      for (int i = 0; i < at.length; i++) {
        at[i] = NativeString.allocate(arena, "word" + i).address();
      }
      byte[] into = new byte[ProcessMemory.MOST_BYTES];
      assertThat(ProcessMemory.gather(self, at, 5, into)).isPositive();
      assertThat(new String(into, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("word0");
    }
  }
}
