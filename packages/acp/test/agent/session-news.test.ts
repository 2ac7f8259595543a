import { describe, expect, it } from "vitest";
import type { AgentHarness, PromptTurn, SessionRequest } from "@termwire/acp/agent";
import { createLocalRunner } from "@termwire/process";
import { createOwnedRunner } from "@termwire/terminal";
import { defineTool, type Tool, type ViewPlanStep } from "@termwire/tools";
import { connectV1, connectV2, until, type Update } from "./connect-agent.ts";
import { createScriptedHarness, type Script } from "./scripted-harness.ts";

const COMMANDS = [
  { name: "jobs", description: "Lists jobs.", hint: null },
  { name: "kill", description: "Ends one.", hint: "JOB" },
];

/** A harness that offers all there is, with the requests for its sessions. */
function createRichHarness(script: Script = {}) {
  const { harness } = createScriptedHarness({ keeps: true, ...script });
  const requests: SessionRequest[] = [];
  const { store } = harness;
  const rich: AgentHarness = {
    ...harness,
    acceptsImages: async () => true,
    usesMcpServers: true,
    async createSession(request) {
      requests.push(request);
      return Object.assign(await harness.createSession(request), { commands: COMMANDS });
    },
    ...(store !== undefined && {
      store: {
        ...store,
        async openSession(request) {
          requests.push(request);
          return Object.assign(await store.openSession(request), { commands: COMMANDS });
        },
      },
    }),
  };
  return { harness: rich, requests };
}

/** What both versions' clients have in common here. */
interface Client extends AsyncDisposable {
  readonly updates: readonly Update[];
  readonly create: () => Promise<string>;
  readonly prompt: (sessionId: string, text: string) => Promise<unknown>;
  readonly request: (method: string, params: object) => Promise<unknown>;
}

const VERSIONS: readonly (readonly [string, (harness: AgentHarness) => Promise<Client>])[] = [
  [
    "1",
    async (harness) => {
      const client = await connectV1(harness);
      return { ...client, request: (method, params) => client.agent.request(method, params) };
    },
  ],
  [
    "2",
    async (harness) => {
      const client = await connectV2(harness);
      return { ...client, request: (method, params) => client.agent.request(method, params) };
    },
  ],
];

function find(updates: readonly Update[], kind: string): Update[] {
  return updates.filter(({ sessionUpdate }) => sessionUpdate === kind);
}

const STEPS: readonly ViewPlanStep[] = [
  { text: "Look", state: "completed", priority: "high" },
  { text: "Change", state: "in_progress", priority: "low" },
];
const ENTRIES = [
  { content: "Look", status: "completed", priority: "high" },
  { content: "Change", status: "in_progress", priority: "low" },
];

function createPlanTool(run: () => Promise<string>): Tool {
  return defineTool({
    name: "plan",
    description: "Plans.",
    inputSchema: { type: "object" },
    parseArgs: (input) => input,
    run,
    renderResult: (result) => result,
    isFailure: () => false,
    presentCall: () => ({ card: "plan", title: "Plan", steps: STEPS }),
  });
}

async function runPlan({ bridge, signal }: PromptTurn, tool: Tool): Promise<void> {
  await using runner = createOwnedRunner(createLocalRunner());
  await bridge.runTool({ tool, input: {}, callId: "c1", runner, signal });
}

describe.each(VERSIONS)("an agent of version %s", (version, connect) => {
  it("tells its commands after each answer that opens a session, and never before", async () => {
    const { harness } = createRichHarness();
    await using client = await connect(harness);
    const sessionId = await client.create();
    expect(find(client.updates, "available_commands_update")).toEqual([]);
    await until(() => find(client.updates, "available_commands_update").length === 1);
    const input = version === "1" ? { hint: "JOB" } : { type: "text", hint: "JOB" };
    const type = version === "1" ? {} : { type: "command" };
    expect(client.updates[0]).toEqual({
      sessionUpdate: "available_commands_update",
      availableCommands: [
        { ...type, name: "jobs", description: "Lists jobs." },
        { ...type, name: "kill", description: "Ends one.", input },
      ],
    });
    await client.request("session/resume", { sessionId, cwd: "/p", mcpServers: [] });
    await until(() => find(client.updates, "available_commands_update").length === 2);
  });

  it("tells a plan as a whole, and not as a call", async () => {
    const { harness } = createRichHarness({
      async prompt(turn) {
        await runPlan(
          turn,
          createPlanTool(async () => "done"),
        );
        return "end_turn";
      },
    });
    await using client = await connect(harness);
    await client.prompt(await client.create(), "go");
    const kind = version === "1" ? "plan" : "plan_update";
    await until(() => find(client.updates, kind).length > 0);
    expect(find(client.updates, kind)).toEqual([
      version === "1"
        ? { sessionUpdate: "plan", entries: ENTRIES }
        : {
            sessionUpdate: "plan_update",
            plan: { type: "items", planId: "plan", entries: ENTRIES },
          },
    ]);
    expect(client.updates.filter((update) => "toolCallId" in update)).toEqual([]);
  });

  it("shows a plan that could not be changed as the failed call it is", async () => {
    const { harness } = createRichHarness({
      async prompt(turn) {
        const fail = (): Promise<string> => Promise.reject(new Error("no plan today"));
        await runPlan(turn, createPlanTool(fail));
        return "end_turn";
      },
    });
    await using client = await connect(harness);
    await client.prompt(await client.create(), "go");
    await until(() => client.updates.some(({ status }) => status === "failed"));
    expect(JSON.stringify(client.updates)).toContain("no plan today");
    expect(find(client.updates, version === "1" ? "plan" : "plan_update")).toEqual([]);
  });

  it("tells how full the model's context is", async () => {
    const { harness } = createRichHarness({
      async prompt({ bridge }) {
        await bridge.showUsage({ usedTokens: 120, windowTokens: 1000 });
        return "end_turn";
      },
    });
    await using client = await connect(harness);
    await client.prompt(await client.create(), "go");
    await until(() => find(client.updates, "usage_update").length > 0);
    expect(find(client.updates, "usage_update")).toEqual([
      { sessionUpdate: "usage_update", used: 120, size: 1000 },
    ]);
  });

  it("passes on the images it offered to take, and shows them with what the person said", async () => {
    const seen: PromptTurn[] = [];
    const { harness } = createRichHarness({
      async prompt(turn) {
        seen.push(turn);
        await turn.bridge.showUserMessage(turn.text, "m1", turn.images);
        return "end_turn";
      },
    });
    await using client = await connect(harness);
    const image = { type: "image", mimeType: "image/png", data: "aGk=" } as const;
    const words = { type: "text", text: "what is it?" } as const;
    const sessionId = await client.create();
    await client.request("session/prompt", { sessionId, prompt: [words, image] });
    await until(() => JSON.stringify(client.updates).includes("aGk="));
    expect(seen[0]).toMatchObject({
      text: "what is it?",
      images: [{ mimeType: "image/png", data: "aGk=" }],
    });
    const shown =
      version === "1"
        ? find(client.updates, "user_message_chunk").map(({ content }) => content)
        : find(client.updates, "user_message").at(-1)?.["content"];
    expect(shown).toEqual([words, image]);
  });

  it("passes on the servers it offered to use", async () => {
    const { harness, requests } = createRichHarness();
    await using client = await connect(harness);
    const mcpServers = [
      { type: "http", name: "far", url: "http://x/mcp", headers: [] },
      { type: "stdio", name: "near", command: "/bin/near", args: ["-v"], env: [] },
    ] as const;
    await client.request("session/new", { cwd: "/p", mcpServers });
    expect(requests[0]?.mcpServers).toEqual([
      { kind: "http", name: "far", url: "http://x/mcp", headers: {} },
      { kind: "stdio", name: "near", command: "/bin/near", args: ["-v"], env: {} },
    ]);
  });
});

describe("what an agent offers", () => {
  it("in version 1 has images and servers where its harness takes them", async () => {
    await using rich = await connectV1(createRichHarness().harness);
    expect(rich.introduction.agentCapabilities).toMatchObject({
      promptCapabilities: { image: true },
      mcpCapabilities: { http: true, sse: true },
    });
    await using plain = await connectV1(createScriptedHarness().harness);
    const { promptCapabilities, mcpCapabilities } = plain.introduction.agentCapabilities ?? {};
    expect(promptCapabilities?.image ?? false).toBe(false);
    expect(mcpCapabilities?.http ?? false).toBe(false);
  });

  it("in version 2 has images and servers where its harness takes them", async () => {
    await using rich = await connectV2(createRichHarness().harness);
    expect(rich.introduction.capabilities?.session).toMatchObject({
      prompt: { image: {} },
      mcp: { stdio: {}, http: {} },
    });
    await using plain = await connectV2(createScriptedHarness().harness);
    expect(plain.introduction.capabilities?.session?.mcp ?? null).toBe(null);
    expect(plain.introduction.capabilities?.session?.prompt ?? null).toBe(null);
  });
});
