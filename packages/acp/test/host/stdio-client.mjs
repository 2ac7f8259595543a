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

const { cwd, sessions, limits, policy, terminals, fault } = JSON.parse(String(process.argv[2]));

let questions = 0;
/** @type {Map<string, import("@termwire/acp/client").TerminalPolicy>} */
const policies = new Map(
  Object.entries({
    none: () => ({ allow: true }),
    roots: restrictDirectories([cwd]),
    environment: joinPolicies(restrictDirectories(["/"]), refuseEnvironment(["LD_PRELOAD"])),
    refuse: () => ({ allow: false, reason: "the person said no" }),
    throws: () => {
      throw new Error("the question could not be asked: /home/user/.secret");
    },
    "answers the second": () => {
      questions += 1;
      return questions > 1 ? { allow: true } : new Promise(() => undefined);
    },
    "never answers": (_, signal) => {
      void agent?.notify("test/event", { sessionId: "", event: { type: "asked" } });
      signal.addEventListener("abort", () => undefined);
      return new Promise(() => undefined);
    },
  }),
);
const local = createLocalRunner();
let failures = 0;
/** @type {Readonly<Record<string, import("@termwire/terminal").CommandRunner>>} */
const runners = {
  none: local,
  "start fails": {
    resolve: (request) => local.resolve(request),
    start: () => Promise.reject(new TypeError("broken at /home/user/.secret")),
  },
  "nothing ends": {
    resolve: (request) => local.resolve(request),
    async start(spec) {
      const command = await local.start(spec);
      command.terminate = () => new Promise(() => undefined);
      return command;
    },
  },
  "kill fails once": {
    resolve: (request) => local.resolve(request),
    async start(spec) {
      const command = await local.start(spec);
      const terminate = command.terminate.bind(command);
      command.terminate = async (cause) => {
        failures += 1;
        if (failures === 1) throw new Error("EPERM: /home/user/.secret");
        await terminate(cause);
      };
      return command;
    },
  },
};
const host = terminalHost({
  runner: runners[String(fault)] ?? local,
  isExecutable,
  limits,
  policy: policies.get(String(policy)) ?? (() => ({ allow: false, reason: "no such policy" })),
  onEvent(sessionId, event) {
    void agent?.notify("test/event", { sessionId, event });
    if (fault === "listener throws") throw new Error("a listener's own");
  },
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

const app = client({ name: "test" }).onNotification(
  "test/close",
  (params) => params,
  () => void agent?.request("session/close", { sessionId: "s1" }).catch(() => undefined),
);
app.onRequest(
  "test/resources",
  (params) => params,
  () => ({
    held: process.getActiveResourcesInfo().toSorted(),
    listeners: process
      .eventNames()
      .map((name) => `${String(name)}: ${process.listenerCount(name)}`),
  }),
);
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
