import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AgentHarness } from "@termwire/acp/agent";
import {
  createHarness,
  createShellModel,
  type HarnessOptions,
  type PermissionMode,
} from "@termwire/agent";
import {
  checkWorkingDirectory,
  createLocalRunner,
  createSandboxedRunner,
  probeSandbox,
  resolveSandboxPolicy,
} from "@termwire/process";
import { createBashTool, createToolRegistry } from "@termwire/tools";
import { connectClient, type Answer } from "./connect-client.ts";
import { createLineModel } from "./scripted-model.ts";
import { createArgumentsModel } from "./serve-session.ts";
import { createSessionTools } from "./session-tools.ts";

let cwd = "";
let file = "";

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-ask-")));
  file = join(cwd, "made");
});

afterEach(() => {
  rmSync(cwd, { recursive: true });
});

const sandbox = await probeSandbox();
const runner = createLocalRunner();

function createSubject(more: Partial<HarnessOptions> = {}) {
  const model = createLineModel();
  const tools = createToolRegistry();
  tools.register(createBashTool());
  const harness = createHarness({
    info: { name: "test", title: "Test", version: "0" },
    model,
    tools,
    runner,
    checkDirectory: checkWorkingDirectory,
    ...more,
  });
  return { model, harness };
}

async function open(harness: AgentHarness, answer: Answer) {
  const connected = await connectClient(harness, { answer });
  const { sessionId, modes } = await connected.newSession(cwd);
  return {
    ...connected,
    sessionId,
    modes,
    prompt: (text: string) => connected.prompt(sessionId, text),
    ended: () =>
      connected.updates.flatMap((update) =>
        update.sessionUpdate === "tool_call_update" && update.status ? [update.status] : [],
      ),
  };
}

describe("a model's command in the mode ask", () => {
  it.each<[string, Answer]>([
    ["rejected", () => "reject"],
    ["cancelled", () => null],
    ["answered with a choice that was not offered", () => "yes-to-all"],
    ["failed by the client", () => Promise.reject(new Error("no dialog here"))],
  ])("runs nothing when it is %s (cases 192, 197)", async (_what, answer) => {
    const { harness, model } = createSubject();
    await using session = await open(harness, answer);
    expect(await session.prompt(`echo x > ${file}`)).toEqual({ stopReason: "end_turn" });
    expect(session.questions.length).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect(model.heard).toEqual([expect.stringContaining("Not run: ")]);
    expect(session.ended().at(-1)).toBe("failed");
  });

  it("is shown exactly, with its directory, and runs when it is allowed (cases 194, 195)", async () => {
    const { harness } = createSubject();
    await using session = await open(harness, () => "once");
    const command = `printf '%s' "a  b" > ${file}`;
    await session.prompt(command);
    expect(existsSync(file)).toBe(true);
    const [question] = session.questions;
    expect(question?.toolCall.title).toBe(command);
    expect(JSON.stringify(question)).toContain(cwd);
    expect(question?.options.map(({ kind }) => kind)).toEqual(["allow_once", "reject_once"]);
  });

  it("is asked about each time it was allowed once", async () => {
    const { harness } = createSubject();
    await using session = await open(harness, () => "once");
    await session.prompt("uname\nuname");
    expect(session.questions.length).toBe(2);
  });

  it("is allowed for the session by its pattern, and by that only (case 201)", async () => {
    const { harness } = createSubject();
    await using session = await open(harness, ({ options }) =>
      options.some(({ kind }) => kind === "allow_always") ? "always" : "reject",
    );
    await session.prompt(
      [`ls`, `ls -a ${cwd}`, `ls; touch ${file}`, `ls $(touch ${file})`, `ls > ${file}`].join("\n"),
    );
    expect(existsSync(file)).toBe(false);
    expect(session.questions.map(({ toolCall }) => toolCall.title)).toEqual([
      "ls",
      `ls; touch ${file}`,
      `ls $(touch ${file})`,
      `ls > ${file}`,
    ]);
    expect(session.questions[0]?.options.map(({ name }) => name)).toContain(
      'Always allow "ls …" here, in this session',
    );
    const { sessionId } = await session.newSession(cwd);
    await session.agent.request("session/prompt", {
      sessionId,
      prompt: [{ type: "text", text: "ls" }],
    });
    expect(session.questions.length).toBe(5);
  });

  it.each<[string, (made: string) => object]>([
    ["with another behind it", (made) => ({ command: `ls; touch ${made}` })],
    ["with another on the next line", (made) => ({ command: `ls\ntouch ${made}` })],
    ["with another behind a carriage return", (made) => ({ command: `ls\rtouch ${made}` })],
    ["with one inside its argument", (made) => ({ command: `ls "$(touch ${made})"` })],
    ["with one in backticks", (made) => ({ command: `ls \`touch ${made}\`` })],
    ["in a subshell", (made) => ({ command: `(ls; touch ${made})` })],
    ["that writes to a file", (made) => ({ command: `ls > ${made}` })],
    ["that another reads from", (made) => ({ command: `ls | tee ${made}` })],
    ["in the background of another", (made) => ({ command: `ls & touch ${made}` })],
    ["with a variable before it", (made) => ({ command: `X=$(touch ${made}) ls` })],
    ["behind env", (made) => ({ command: `env X=1 touch ${made}` })],
    ["that is another by an alias", (made) => ({ command: `alias ls='touch ${made}'\nls` })],
    ["that is another by a function", (made) => ({ command: `ls() { touch ${made}; }; ls` })],
    ["with quotes that end early", (made) => ({ command: `ls '\\'; touch ${made} ; ls ''` })],
    ["with a comment that hides a line end", (made) => ({ command: `ls # \ntouch ${made}` })],
    ["in another directory", () => ({ command: "ls", workdir: "elsewhere" })],
  ])("%s was not allowed with it, and does not run (case 201)", async (_what, toInput) => {
    const { harness } = createSubject({ model: createArgumentsModel() });
    const answers = ["always", "reject"];
    await using session = await open(harness, () => answers.shift() ?? null);
    await session.prompt(JSON.stringify({ command: "ls" }));
    await session.prompt(JSON.stringify(toInput(file)));
    expect(session.questions.length).toBe(2);
    expect(existsSync(file)).toBe(false);
    await session.prompt(JSON.stringify({ command: "ls -a" }));
    expect(session.questions.length).toBe(2);
  });

  it("that looks like reading is a command all the same", async () => {
    const { harness } = createSubject();
    await using session = await open(harness, () => "reject");
    await session.prompt("cat /etc/hostname");
    expect(session.questions.length).toBe(1);
    expect(session.questions[0]?.toolCall.title).toBe("cat /etc/hostname");
  });

  it("does not run when the turn is cancelled while it is asked about (case 192)", async () => {
    const { harness } = createSubject();
    const asked: ((choice: string) => void)[] = [];
    await using session = await open(
      harness,
      () => new Promise((resolve) => void asked.push(resolve)),
    );
    const turn = session.prompt(`touch ${file}`);
    await expect.poll(() => session.questions.length).toBe(1);
    await session.agent.notify("session/cancel", { sessionId: session.sessionId });
    expect(await turn).toEqual({ stopReason: "cancelled" });
    asked[0]?.("once");
    const next = session.prompt("true");
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.("once");
    expect(await next).toEqual({ stopReason: "end_turn" });
    expect(existsSync(file)).toBe(false);
  });
});

describe("other modes", () => {
  it("full asks nothing, and is a mode of the session from then on (cases 193, 202)", async () => {
    const { harness } = createSubject();
    await using session = await open(harness, () => "reject");
    expect(session.modes?.currentModeId).toBe("ask");
    const { sessionId } = session;
    await session.agent.request("session/set_mode", { sessionId, modeId: "full" });
    await session.prompt(`touch ${file}`);
    expect(existsSync(file)).toBe(true);
    expect(session.questions).toEqual([]);
  });

  it.each<PermissionMode>(["ask", "auto", "full"])(
    "%s never asks the person about what they typed",
    async (permissionMode) => {
      const { harness } = createSubject({ model: createShellModel(), permissionMode });
      await using session = await open(harness, () => "reject");
      await session.prompt(`touch ${file}`);
      expect(existsSync(file)).toBe(true);
      expect(session.questions).toEqual([]);
    },
  );

  it("auto without a sandbox asks, and says so", async () => {
    const { harness } = createSubject({ permissionMode: "auto" });
    await using session = await open(harness, () => "reject");
    await session.prompt(`touch ${file}`);
    expect(existsSync(file)).toBe(false);
    expect(session.questions.length).toBe(1);
    const auto = session.modes?.availableModes.find(({ id }) => id === "auto");
    expect(auto?.description).toContain("no sandbox here");
  });

  it("refuses a mode there is not, naming those there are", async () => {
    const { harness } = createSubject();
    await using session = await open(harness, () => null);
    const { sessionId } = session;
    await expect(
      session.agent.request("session/set_mode", { sessionId, modeId: "yolo" }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringMatching(/ask.*auto.*full/u) });
  });
});

describe("auto with a sandbox", () => {
  const createSandboxed = async (directory: string) =>
    createSandboxedRunner(
      runner,
      resolveSandboxPolicy({ mode: "workspace-write", writableRoots: [directory] }),
    );
  const auto = (answer: Answer) => {
    const { harness, model } = createSubject({
      permissionMode: "auto",
      createSandboxedRunner: createSandboxed,
    });
    return open(harness, answer).then((session) => ({ ...session, model }));
  };
  let outside = "";

  beforeEach((ctx) => {
    if (!sandbox.available) ctx.skip(sandbox.reason);
    outside = realpathSync(mkdtempSync("/var/tmp/termwire-outside-"));
  });

  afterEach(() => {
    if (outside !== "") rmSync(outside, { recursive: true });
  });

  it("runs inside without a question", async () => {
    await using session = await auto(() => "reject");
    await session.prompt(`touch ${file}`);
    expect(existsSync(file)).toBe(true);
    expect(session.questions).toEqual([]);
  });

  it("asks before it leaves, and stays when that is refused", async () => {
    await using session = await auto(() => "reject");
    await session.prompt(`touch ${outside}/x`);
    expect(existsSync(join(outside, "x"))).toBe(false);
    expect(session.questions.map(({ toolCall }) => toolCall.title)).toEqual([`touch ${outside}/x`]);
    expect(JSON.stringify(session.questions)).toContain("Read-only file system");
    expect(session.model.heard).toEqual([expect.stringContaining("outside of the sandbox")]);
    expect(session.ended().filter((status) => status === "failed").length).toBe(2);
  });

  it("leaves when it is allowed, on a card of its own, and the model gets what came of that", async () => {
    await using session = await auto(() => "once");
    await session.prompt(`touch ${outside}/x && echo made`);
    expect(existsSync(join(outside, "x"))).toBe(true);
    expect(session.model.heard).toEqual(["made"]);
    expect(session.ended()).toContain("completed");
  });

  it("tells the model what a job was kept from, and asks nobody about it", async () => {
    const heard: string[] = [];
    const inner = createArgumentsModel();
    const { harness } = createSubject({
      permissionMode: "auto",
      createSandboxedRunner: createSandboxed,
      tools: createSessionTools,
      model: {
        name: "listener",
        async *respond(request) {
          for (const message of request.messages) {
            if (message.role === "notice") heard.push(message.text);
          }
          yield* inner.respond(request);
        },
      },
    });
    await using session = await open(harness, () => "once");
    const command = `touch ${outside}/x; touch ${file}`;
    await session.prompt(JSON.stringify({ command: `${command}; false`, run_in_background: true }));
    await expect.poll(() => existsSync(file)).toBe(true);
    await expect
      .poll(async () => {
        await session.prompt(JSON.stringify({ command: "true" }));
        return heard.length;
      })
      .toBeGreaterThan(0);
    expect(heard[0]).toMatch(/exit 1 after .*; sandbox denied: .*Read-only file system/u);
    expect(existsSync(join(outside, "x"))).toBe(false);
    expect(session.questions).toEqual([]);
  });

  it("leaves without a question once that was always allowed", async () => {
    await using session = await auto(() => "always");
    await session.prompt([`touch ${outside}/x`, `touch ${outside}/y`].join("\n"));
    expect(existsSync(join(outside, "y"))).toBe(true);
    expect(session.questions.length).toBe(1);
  });
});
