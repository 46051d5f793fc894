/** Shell text to syntax tree. Knows nothing of execution, files or policy. */
@NullMarked
package dev.pinfold.shell;

import org.jspecify.annotations.NullMarked;
