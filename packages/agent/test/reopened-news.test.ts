import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAiSdkModel, createMemoryArchive } from "@termwire/agent";
import { connectSessions } from "./connect-sessions.ts";
import { createSettings } from "./model-server/ask-model.ts";
import { call, stream, text } from "./model-server/scripted-answer.ts";
import { startModelServer } from "./model-server/start-model-server.ts";

let cwd: string;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-reopened-")));
});

afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const PLANS = {
  meta: { kind: "plan", read: (update: object) => update },
  v2: { kind: "plan_update", read: (update: object) => ("plan" in update ? update.plan : null) },
} as const;

describe.each(["meta", "v2"] as const)("a session that is opened again (%s)", (claim) => {
  it("shows its plan, its usage and what was asked of itself as it did live", async () => {
    const plan = (state: string) => call("update_plan", { steps: [{ text: "Look", state }] });
    await using server = await startModelServer(
      stream(plan("in_progress")),
      stream(plan("completed")),
      stream(text("Done.")),
    );
    const settings = createSettings("deepseek", server, {}, { windowTokens: 64_000 });
    const archive = createMemoryArchive();
    const connect = () => connectSessions({ claim, archive, model: createAiSdkModel(settings) });
    const readNews = (updates: readonly object[]): unknown[] => {
      const { kind, read } = PLANS[claim];
      const isTold = (update: object, name: string): boolean =>
        "sessionUpdate" in update && update.sessionUpdate === name;
      const plans = updates.filter((update) => isTold(update, kind)).map(read);
      return [...plans, updates.findLast((update) => isTold(update, "usage_update"))];
    };
    let sessionId: string;
    let live: unknown[];
    {
      await using client = await connect();
      sessionId = await client.create(cwd);
      await client.prompt(sessionId, "go");
      await client.prompt(sessionId, "/jobs");
      live = readNews(client.updates);
    }
    expect(live).toMatchObject([
      { entries: [{ content: "Look", status: "in_progress", priority: "medium" }] },
      { entries: [{ content: "Look", status: "completed" }] },
      { sessionUpdate: "usage_update", used: 120, size: 64_000 },
    ]);
    await using client = await connect();
    await client.load(sessionId, cwd);
    expect(readNews(client.updates)).toEqual(live);
    const said = JSON.stringify(client.updates);
    expect(said).toContain("/jobs");
    expect(said).toContain("No background jobs.");
  });
});
