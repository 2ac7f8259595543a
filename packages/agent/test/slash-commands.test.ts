import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HarnessOptions, SandboxLevel, SandboxSource } from "@termwire/agent";
import {
  createLocalRunner,
  createSandboxedRunner,
  probeSandbox,
  resolveSandboxPolicy,
} from "@termwire/process";
import type { CommandRunner } from "@termwire/terminal";
import { isAlive } from "./is-alive.ts";
import { until } from "./model-server/ask-model.ts";
import { serveSession } from "./serve-session.ts";
import { createSessionTools } from "./session-tools.ts";

let cwd: string;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-slash-")));
});

afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

type Session = Awaited<ReturnType<typeof serveSession>>;

/** What the agent said since. */
async function ask(session: Session, text: string): Promise<string> {
  const from = session.updates.length;
  await session.prompt(text);
  return session.updates
    .slice(from)
    .map((update) => update as { sessionUpdate?: string; content?: { text?: string } })
    .map(({ sessionUpdate, content }) =>
      sessionUpdate === "agent_message_chunk" ? (content?.text ?? "") : "",
    )
    .join("");
}

/** Sandboxes of this machine. */
function createSandboxes(): SandboxSource {
  const local = createLocalRunner();
  return {
    initial: "off",
    createRunner(mode: SandboxLevel, directory: string): CommandRunner {
      if (mode === "off") return local;
      const writableRoots = mode === "workspace-write" ? [directory] : [];
      return createSandboxedRunner(local, resolveSandboxPolicy({ mode, writableRoots }));
    },
    async findProblem() {
      const probe = await probeSandbox();
      return probe.available ? null : probe.reason;
    },
  };
}

describe.each(["meta", "v2"] as const)("a client that claims %s", (claim) => {
  const serve = (harness: Partial<HarnessOptions> = {}): Promise<Session> =>
    serveSession(claim, cwd, { harness: { tools: createSessionTools, ...harness } });

  it("is told of the commands, and what each takes", async () => {
    await using session = await serve({ sandboxes: createSandboxes() });
    await until("the commands are told", () =>
      JSON.stringify(session.updates).includes("available_commands_update"),
    );
    const update = session.updates.find((each) =>
      JSON.stringify(each).includes("available_commands_update"),
    );
    expect(update).toMatchObject({
      availableCommands: [
        { name: "jobs" },
        { name: "kill", input: { hint: "JOB" } },
        { name: "sandbox", input: { hint: "read-only | workspace | off" } },
      ],
    });
  });

  it("sees what runs in the background of a session, and ends it for good", async () => {
    await using session = await serve();
    expect(await ask(session, "/jobs")).toBe("No background jobs.");
    await session.prompt("sleep 600 & echo pid=$!");
    const pid = Number(/pid=(\d+)/u.exec(session.output())?.[1]);
    const listed = await ask(session, "/jobs");
    expect(listed).toContain("sleep 600 & echo pid=$!");
    const id = /job_\w+/u.exec(listed)?.[0] ?? "";
    expect(await ask(session, "/kill")).toContain(`Running: ${id} (sleep 600`);
    expect(await ask(session, "/kill job_none")).toContain('There is no job "job_none".');
    expect(isAlive(pid)).toBe(true);
    expect(await ask(session, `/kill ${id}`)).toContain(`${id}: `);
    await until("the process is gone", () => !isAlive(pid));
    expect(await ask(session, `/kill ${id}`)).toContain("had ended already");
    expect(await ask(session, "/jobs now")).toContain("takes nothing after its name");
  });

  it("runs whatever else begins with a slash, as it was typed", async () => {
    await using session = await serve();
    expect(await ask(session, "/usr/bin/env printf %s env-ran")).toBe("");
    expect(session.output()).toContain("env-ran");
    await ask(session, "/jobs\necho and-a-script");
    expect(session.output()).toContain("and-a-script");
  });

  it("puts a sandbox around its commands and takes it away again", async ({ skip }) => {
    const probe = await probeSandbox();
    skip(!probe.available, "needs bubblewrap");
    await using session = await serve({ sandboxes: createSandboxes() });
    const write = async (file: string): Promise<string> => {
      const from = session.output().length;
      await session.prompt(`echo x > ${file} && echo wrote-${file}`);
      return session.output().slice(from);
    };
    expect(await write("one")).toContain("wrote-one");
    expect(await ask(session, "/sandbox read-only")).toContain("can write nothing");
    expect(await write("two")).not.toContain("wrote-two");
    expect(await ask(session, "/sandbox workspace")).toContain("session's directory only");
    expect(await write("three")).toContain("wrote-three");
    expect(existsSync(join(cwd, "three"))).toBe(true);
    const outside = `${cwd}-outside`;
    await write(outside);
    expect(existsSync(outside)).toBe(false);
    expect(await ask(session, "/sandbox off")).toContain("without a sandbox");
    expect(await write("four")).toContain("wrote-four");
    expect(await ask(session, "/sandbox paper")).toContain("Expected read-only, workspace or off");
  });
});
