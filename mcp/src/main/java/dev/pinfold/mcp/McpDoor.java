package dev.pinfold.mcp;

import dev.pinfold.cli.Door;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.tools.ToolSet;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.databind.json.JsonMapper;

/** Serves the tools of one workspace by the Model Context Protocol. */
public final class McpDoor implements Door {
  private static final String INSTRUCTIONS =
      "Tools for the files and commands of one workspace. Commands run in a pen: what is refused"
          + " stays refused, and the answer says why. Each command has a pen of its own; what it"
          + " starts ends with it.";

  /** Only what goes wrong is said on standard error. Kept, because loggers are held weakly. */
  private static final Logger SDK = Logger.getLogger("io.modelcontextprotocol");

  @Override
  public void serve(
      Runner runner, RunRequest request, String version, InputStream in, OutputStream out)
      throws IOException, PolicyFileException {
    SDK.setLevel(Level.WARNING);
    JsonMapper json = JsonMapper.builder().build();
    Calls calls = new Calls();
    RequestLines lines = new RequestLines(in, json, calls);
    try (ToolSet tools = ToolSet.open(runner, request)) {
      McpSyncServer server =
          McpServer.sync(
                  new StdioServerTransportProvider(new JacksonMcpJsonMapper(json), lines, out))
              .serverInfo("pinfold", version)
              .instructions(INSTRUCTIONS)
              .capabilities(ServerCapabilities.builder().tools(false).build())
              .tools(ToolTable.of(tools, calls))
              .build();
      try {
        lines.awaitEnd();
        calls.awaitNone();
        server.closeGracefully();
      } catch (InterruptedException e) {
        calls.cancelAll();
        Thread.currentThread().interrupt();
      }
    }
  }
}
