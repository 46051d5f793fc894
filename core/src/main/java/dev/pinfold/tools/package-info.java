/**
 * What an agent may do in one workspace, as tools with names, descriptions and parameters, whoever
 * calls them: {@link dev.pinfold.tools.ToolSet#call} is the one way in. Files go to {@code
 * dev.pinfold.workspace.FileTools}, commands to {@link dev.pinfold.run.Runner}; nothing is decided
 * here.
 */
@NullMarked
package dev.pinfold.tools;

import org.jspecify.annotations.NullMarked;
