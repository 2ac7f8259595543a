// Has a session, in a process of its own so that a test can put limits on it, write down prompts of a kilobyte each, and
// prints as JSON how that went. Arguments: the directory, the session's id, `create` or `open`, how many prompts.
import { createHarness } from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import { createLocalRunner, createProcessIdentities } from "@termwire/process";
import { createToolRegistry } from "@termwire/tools";

const processes = createProcessIdentities();

const [directory = "", sessionId = "", how, count] = process.argv.slice(2);
const harness = createHarness({
  info: { name: "writer", title: "Writer", version: "0" },
  model: { name: "silent", async *respond() {} },
  tools: createToolRegistry(),
  runner: createLocalRunner(),
  archive: createFileArchive({ processes, directory }),
  checkDirectory: async () => undefined,
});

/** @type {string[]} */
const said = [];
const bridge = {
  showMessage: async (/** @type {string} */ text) => void said.push(text),
};
let answered = 0;
try {
  const request = { sessionId, cwd: "/", clientRunner: null };
  const opened =
    how === "create" ? harness.createSession(request) : harness.store?.openSession(request);
  const session = await opened;
  for (let number = 0; number < Number(count); number++) {
    await session?.prompt({
      text: `prompt ${number} ${"x".repeat(1024)}`,
      signal: new AbortController().signal,
      bridge: /** @type {import("@termwire/acp/agent").ToolCallBridge} */ (
        /** @type {unknown} */ (
          bridge // nothing else of it is used: there are no calls
        )
      ),
    });
    answered += 1;
  }
  await session?.[Symbol.asyncDispose]();
} catch (error) {
  said.push(String(error));
}
process.stdout.write(JSON.stringify({ answered, said }));
