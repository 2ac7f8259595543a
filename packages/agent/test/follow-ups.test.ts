import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ClientClaim } from "@termwire/acp/client";
import type { Model, ModelMessage } from "@termwire/agent";
import { serveSession } from "./serve-session.ts";
import { createSessionTools } from "./session-tools.ts";

let cwd = "";

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-follow-")));
});

afterEach(() => {
  rmSync(cwd, { recursive: true });
});

const textOf = (message: ModelMessage | undefined): string =>
  message !== undefined && "text" in message ? message.text : "";

/** Starts each prompt as a job, says so, and says of every notice that it has seen it. */
function createStarter(): Model & { readonly asked: ModelMessage[][] } {
  const asked: ModelMessage[][] = [];
  return {
    name: "starter",
    asked,
    async *respond({ messages }) {
      asked.push([...messages]);
      const last = messages.at(-1);
      if (last?.role === "user" && last.text.startsWith("run ")) {
        const input = { command: last.text.slice("run ".length), run_in_background: true };
        yield { type: "tool-call", name: "bash", input };
      } else if (last?.role === "notice") yield { type: "text", text: `Seen: ${last.text}` };
      else yield { type: "text", text: "Ok." };
    },
  };
}

/** What the session was told of its state, and what was said, in order. */
function toStory(updates: readonly unknown[]): string[] {
  return updates.flatMap((update) => {
    const { sessionUpdate, state, content } = update as Record<string, unknown>; // a test's view of any update
    if (sessionUpdate === "state_update") return [String(state)];
    if (sessionUpdate === "agent_message_chunk") return [(content as { text: string }).text]; // ours are text
    return [];
  });
}

const open = (claim: ClientClaim, model: Model) =>
  serveSession(claim, cwd, { model, tools: createSessionTools });

const go = () => writeFileSync(join(cwd, "go"), "");
const WAIT = "until [ -e go ]; do sleep 0.02; done";

describe("a job that ends while nothing goes on", () => {
  it("has the model go on by itself in version 2, where the client sees that it does (case 73)", async () => {
    const model = createStarter();
    await using session = await open("v2", model);
    await session.prompt(`run ${WAIT}; echo done; exit 3`);
    expect(model.asked.length).toBe(2);
    const from = session.updates.length;
    go();
    await expect.poll(() => toStory(session.updates.slice(from)).at(-1)).toBe("idle");
    const story = toStory(session.updates.slice(from));
    expect(story).toContainEqual(
      expect.stringMatching(/^Seen: \[background job job_\w+ .*exit 3/u),
    );
    const spoken = story.findIndex((line) => line.startsWith("Seen"));
    expect(story[spoken - 1]).toBe("running");
    expect(story.slice(spoken + 1)).toEqual(["idle"]);
    expect(model.asked.length).toBe(3);
  });

  it.each(["meta", "text"] as const)(
    "waits for the next prompt with a client that claims %s, which cannot be told of such a turn",
    async (claim) => {
      const model = createStarter();
      await using session = await open(claim, model);
      await session.prompt(`run ${WAIT}; touch ended`);
      go();
      await expect.poll(() => existsSync(join(cwd, "ended"))).toBe(true);
      let prompts = 1;
      const readNotices = () => model.asked.at(-1)?.filter(({ role }) => role === "notice") ?? [];
      await expect
        .poll(async () => {
          await session.prompt("hello");
          prompts += 1;
          return readNotices().map(textOf);
        })
        .toEqual([expect.stringMatching(/exit 0/u)]);
      // One answer for each prompt, and one more after the call of the first: none without a prompt.
      expect(model.asked.length).toBe(prompts + 1);
    },
  );

  it("is told with a prompt that came first, and not twice", async () => {
    const model = createStarter();
    await using session = await open("v2", model);
    await session.prompt(`run ${WAIT}`);
    go();
    await expect.poll(() => model.asked.length).toBe(3);
    await session.prompt("hello");
    const last = model.asked.at(-1) ?? [];
    expect(last.filter(({ role }) => role === "notice").length).toBe(1);
    expect(textOf(last.at(-1))).toBe("hello");
  });

  it("that the person stopped does not have the model go on", async () => {
    const model = createStarter();
    await using session = await open("v2", model);
    await session.prompt(`run echo started; sleep 600`);
    await expect.poll(() => session.output()).toContain("started");
    await session.stopTerminal(session.events[0]?.event.id ?? "");
    await expect.poll(() => session.events.at(-1)?.event.type).toBe("terminal-ended");
    await session.prompt("hello");
    expect(model.asked.length).toBe(3);
    expect(textOf(model.asked.at(-1)?.at(-2))).toContain("stopped");
  });

  it("can be cancelled like any turn", async () => {
    const asked: ModelMessage[][] = [];
    const starter = createStarter();
    const model: Model = {
      name: "slow",
      async *respond(request) {
        asked.push([...request.messages]);
        if (request.messages.at(-1)?.role !== "notice") {
          yield* starter.respond(request);
          return;
        }
        yield { type: "text", text: "Thinking" };
        await new Promise((resolve) => {
          request.signal.addEventListener("abort", resolve, { once: true });
        });
      },
    };
    await using session = await open("v2", model);
    await session.prompt(`run ${WAIT}`);
    go();
    await expect.poll(() => toStory(session.updates)).toContain("Thinking");
    await session.cancel();
    await expect
      .poll(() => session.updates.at(-1))
      .toMatchObject({ state: "idle", stopReason: "cancelled" });
    expect(asked.length).toBe(3);
  });
});

describe("a job that ends while the model is at work", () => {
  it("is told before the model is asked again, without another turn", async () => {
    const model = createStarter();
    await using session = await open("v2", model);
    await session.prompt("run true");
    await expect.poll(() => model.asked.flat().some(({ role }) => role === "notice")).toBe(true);
    await expect.poll(() => session.updates.at(-1)).toMatchObject({ state: "idle" });
    const told = model.asked.at(-1)?.filter(({ role }) => role === "notice") ?? [];
    expect(told.length).toBe(1);
  });
});
