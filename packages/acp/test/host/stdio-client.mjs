// A client that serves terminals on its own stdio, by the real SDK: what the tests in this folder talk to.
import { Readable, Writable } from "node:stream";
import { client, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import {
  joinPolicies,
  observeStream,
  refuseEnvironment,
  restrictDirectories,
  serveTerminals,
  terminalHost,
  trackSessions,
} from "@termwire/acp/client";
import { createLocalRunner, isExecutable } from "@termwire/process";

const { cwd, sessions, limits, policy, terminals } = JSON.parse(String(process.argv[2]));

/** @type {Map<string, import("@termwire/acp/client").TerminalPolicy>} */
const policies = new Map(
  Object.entries({
    none: () => ({ allow: true }),
    roots: restrictDirectories([cwd]),
    environment: joinPolicies(restrictDirectories(["/"]), refuseEnvironment(["LD_PRELOAD"])),
    refuse: () => ({ allow: false, reason: "the person said no" }),
    throws: () => {
      throw new Error("the question could not be asked");
    },
  }),
);
const host = terminalHost({
  runner: createLocalRunner(),
  isExecutable,
  limits,
  policy: policies.get(String(policy)) ?? (() => ({ allow: false, reason: "no such policy" })),
  onEvent: (sessionId, event) => void agent?.notify("test/event", { sessionId, event }),
});
const connection = host.connect();
const tracker = trackSessions({
  onOpen: (sessionId, directory) => connection.openSession(sessionId, directory),
  onClose: (sessionId) => void connection.closeSession(sessionId),
});
const stream = observeStream(
  ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)),
  {
    onSend: (message) => tracker.send(message),
    onReceive: (message) => (tracker.receive(message), true),
  },
);

const app = client({ name: "test" });
if (terminals) serveTerminals(app, connection);
const { agent, closed } = app.connect(stream);
await agent.request("initialize", {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: { terminal: terminals },
});
for (let session = 0; session < sessions; session++) {
  await agent.request("session/new", { cwd, mcpServers: [] });
}
await agent.notify("test/ready", {});
await closed;
await connection.dispose();
