/**
 * An MCP server on two streams: {@link dev.pinfold.mcp.McpDoor} is the way in. The tools are {@code
 * dev.pinfold.tools}'; here they only get the protocol's form, its progress and its cancellation.
 */
@NullMarked
package dev.pinfold.mcp;

import org.jspecify.annotations.NullMarked;
