/* oxlint-disable unicorn/no-process-exit -- it ends in the middle of things, which is what it is for */
// An MCP server on stdio. The first argument is what it does; the others belong to that.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const [mode = "serve", file] = process.argv.slice(2);

if (file !== undefined) appendFileSync(file, `${process.pid}\n`);

switch (mode) {
  case "die":
    process.stderr.write("cannot open the database\n");
    process.exit(3);
    break;
  case "garbage":
    process.stdout.write('<html>not a message</html>\n{"jsonrpc":"1.0"}\n[]\n');
    process.stdin.resume();
    break;
  case "silent":
    process.stdin.resume();
    break;
  default:
    await serve();
}

async function serve() {
  const [{ McpServer }, { StdioServerTransport }, { z }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/mcp.js"),
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("zod"),
  ]);
  process.stderr.write("a log line without an end");
  const server = new McpServer({ name: "fixture", version: "1" });
  server.registerTool(
    "add",
    { description: "Adds two numbers.", inputSchema: { a: z.number(), b: z.number() } },
    ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }),
  );
  server.registerTool("big", { description: "Says much." }, () => ({
    content: [{ type: "text", text: "x".repeat(1_000_000) }],
  }));
  server.registerTool("env", { description: "Its environment." }, () => ({
    content: [{ type: "text", text: JSON.stringify(process.env) }],
  }));
  server.registerTool("child", { description: "Starts a child." }, () => {
    const child = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    child.unref();
    return { content: [{ type: "text", text: String(child.pid) }] };
  });
  server.registerTool("crash", { description: "Ends." }, () => {
    process.stderr.write("\nout of luck\n");
    process.exit(7);
  });
  server.registerTool("hang", { description: "Never answers." }, () => new Promise(() => {}));
  server.registerTool("grow", { description: "Gets another tool." }, () => {
    server.registerTool("grown", { description: "New." }, () => ({
      content: [{ type: "text", text: "new" }],
    }));
    return { content: [{ type: "text", text: "grown" }] };
  });
  await server.connect(new StdioServerTransport());
}
