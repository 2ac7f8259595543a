import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * An agent that speaks one version of the protocol: starts the agent of the arguments, which speaks both, and answers
 * or refuses `initialize` as one that knows no other does.
 *
 * node limit-version.mjs VERSION PROGRAM ARGUMENT…
 */
const [, , version = "1", program = "", ...args] = process.argv;
const child = spawn(program, args, { stdio: ["pipe", "inherit", "inherit"] });
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
  process.stdin.destroy();
});

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {{ id?: unknown, method?: string, params?: { protocolVersion?: number } }} */
  const message = JSON.parse(line); // what clients write
  const { id, method, params } = message;
  if (method !== "initialize") child.stdin.write(`${line}\n`);
  else if (version === "2" && params?.protocolVersion !== 2) {
    const data = { requested: params?.protocolVersion, supported: [2] };
    const error = { code: -32022, message: "Unsupported protocol version", data };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
  } else {
    const limited = { ...message, params: { ...params, protocolVersion: Number(version) } };
    child.stdin.write(`${JSON.stringify(limited)}\n`);
  }
}
child.stdin.end();
