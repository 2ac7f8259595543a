import { describe, expect, it } from "vitest";
import { defineTool } from "./define-tool.ts";
import type { ToolContext, ToolDefinition, ToolOutcome } from "./tool-definition.ts";
import { ToolError } from "./tool-error.ts";
import type { CallView, ResultView } from "./view.ts";

interface Args {
  readonly text: string;
}

interface Result {
  readonly echoed: string;
}

const echo: ToolDefinition<Args, Result> = {
  name: "echo",
  description: "Says it again.",
  inputSchema: { type: "object" },
  parseArgs: (input) => {
    if (typeof input !== "object" || input === null || !("text" in input)) {
      throw new ToolError("invalid-args", "echo: expected a text, got nothing");
    }
    return { text: String(input.text) };
  },
  run: async ({ text }) => ({ echoed: text }),
  renderResult: ({ echoed }) => `echo: ${echoed}`,
  isFailure: ({ echoed }) => echoed === "failure",
};

/** What a tool with arguments and results of other kinds has in common with any. */
const quiet = {
  name: "quiet",
  description: "Says nothing.",
  inputSchema: {},
  renderResult: () => "",
  isFailure: () => false,
};

const createContext = (signal: AbortSignal = new AbortController().signal): ToolContext => ({
  callId: "call_1",
  session: { cwd: "/project" },
  runner: {
    resolve: () => {
      throw new Error("nothing is run here");
    },
    start: () => Promise.reject(new Error("nothing is run here")),
  },
  signal,
  showTerminal: () => undefined,
});

const run = (
  definition: ToolDefinition<Args, Result>,
  context: ToolContext = createContext(),
): Promise<ToolOutcome> => defineTool(definition).prepare({ text: "hi" }).run(context);

const failing = (error: unknown): ToolDefinition<Args, Result> => ({
  ...echo,
  run: () => Promise.reject(error),
});

describe("a defined tool", () => {
  it("says of itself what its definition says", () => {
    expect(defineTool(echo)).toMatchObject({
      name: "echo",
      description: "Says it again.",
      inputSchema: { type: "object" },
    });
  });

  it.each(["", "a b", "tool.name", "ä", "x".repeat(65)])("cannot be called %j", (name) => {
    expect(() => defineTool({ ...echo, name })).toThrow(
      expect.objectContaining({ code: "invalid-tool" }),
    );
  });

  it("gives result, text, view and whether it failed", async () => {
    expect(await run(echo)).toEqual({
      result: { echoed: "hi" },
      text: "echo: hi",
      view: { card: "generic", content: [{ text: "echo: hi", fence: "text" }] },
      failed: false,
    });
    expect((await run({ ...echo, run: async () => ({ echoed: "failure" }) })).failed).toBe(true);
  });

  it("refuses wrong arguments before anything is run", () => {
    expect(() => defineTool(echo).prepare(null)).toThrow(
      expect.objectContaining({
        code: "invalid-args",
        message: "echo: expected a text, got nothing",
      }),
    );
  });

  it("turns any other error of its argument check into the same kind", () => {
    const cause = new TypeError("no good");
    const throwing = (): never => {
      throw cause;
    };
    expect(() => defineTool({ ...echo, parseArgs: throwing }).prepare({})).toThrow(
      expect.objectContaining({ code: "invalid-args", message: "echo: no good", cause }),
    );
  });
});

describe("the view of a call", () => {
  it("is generic with name and arguments when the tool has no presenter", () => {
    expect(defineTool(echo).prepare({ text: "hi" }).view).toEqual({
      card: "generic",
      title: "echo",
      rawInput: { text: "hi" },
    });
  });

  it("is what the tool's presenters say", async () => {
    const call: CallView = { card: "diff", title: "Edit", diffs: [] };
    const result: ResultView = { card: "diff", diffs: [] };
    const tool = defineTool({ ...echo, presentCall: () => call, presentResult: () => result });
    const prepared = tool.prepare({ text: "hi" });
    expect(prepared.view).toEqual(call);
    expect((await prepared.run(createContext())).view).toEqual(result);
  });

  it("falls back to the generic one when a presenter throws, and the call goes on", async () => {
    const broken = (): never => {
      throw new Error("no view");
    };
    const tool = defineTool({ ...echo, presentCall: broken, presentResult: broken });
    const prepared = tool.prepare({ text: "hi" });
    expect(prepared.view).toMatchObject({ card: "generic", title: "echo" });
    expect(await prepared.run(createContext())).toMatchObject({
      text: "echo: hi",
      view: { card: "generic", content: [{ text: "echo: hi" }] },
      failed: false,
    });
  });

  it.each([null, undefined, "text", {}, { card: "hologram", title: "x" }, { card: "generic" }])(
    "falls back to the generic one when a presenter gives %j",
    (view) => {
      const presentCall = (): CallView => view as CallView; // what untyped code may do
      expect(defineTool({ ...echo, presentCall }).prepare({ text: "hi" }).view).toMatchObject({
        card: "generic",
        title: "echo",
      });
    },
  );

  it("leaves arguments out that are no plain data", () => {
    const odd: ToolDefinition<bigint, null> = {
      ...quiet,
      parseArgs: () => 1n,
      run: async () => null,
    };
    expect(defineTool(odd).prepare({}).view).toEqual({ card: "generic", title: "quiet" });
  });
});

describe("a tool that throws", () => {
  it("is a failed outcome with the error's message, verbatim on a card", async () => {
    expect(await run(failing(new Error("disk full")))).toEqual({
      result: { failedCall: { message: "disk full" } },
      text: "disk full",
      view: { card: "generic", content: [{ text: "disk full", fence: "text" }] },
      failed: true,
    });
  });

  it.each([
    [new TypeError(""), "TypeError"],
    ["just a string", "just a string"],
    [undefined, "The tool failed without saying why."],
    [{ odd: true }, "The tool failed without saying why."],
  ])("says what there is to say of %j", async (error, text) => {
    expect(await run(failing(error))).toMatchObject({ text, failed: true });
  });

  it("never puts control characters before a model (case 126)", async () => {
    expect((await run(failing(new Error("a\0\u001B[31mb\n\tc")))).text).toBe(
      "a\uFFFD\uFFFD[31mb\n\tc",
    );
  });

  it("is a failed outcome like any other when it throws at once", async () => {
    const throwing = (): never => {
      throw new Error("at once");
    };
    expect(await run({ ...echo, run: throwing })).toMatchObject({ text: "at once", failed: true });
  });

  it("is a cancelled call when its turn was cancelled, whatever the reason was", async () => {
    const stop = new AbortController();
    stop.abort("because");
    const cancelled = await run(failing("because"), createContext(stop.signal));
    expect(cancelled).toMatchObject({ text: "The call was cancelled.", failed: true });
    const aborted = await run(failing(new DOMException("aborted", "AbortError")));
    expect(aborted).toMatchObject({ text: "The call was cancelled.", failed: true });
  });

  it("is a failed outcome when its result is no plain data or cannot be rendered", async () => {
    const cyclic: Record<string, unknown> = { echoed: "x" };
    cyclic.self = cyclic;
    const odd = cyclic as unknown as Result; // what untyped code may do
    expect(await run({ ...echo, run: async () => odd })).toMatchObject({ failed: true });
    const unrendered = (): never => {
      throw new Error("cannot render");
    };
    expect(await run({ ...echo, renderResult: unrendered })).toMatchObject({
      text: "cannot render",
      failed: true,
    });
  });
});

describe("replaying a call", () => {
  const throughLog = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it("gives the identical outcome, also from a log", async () => {
    const prepared = defineTool(echo).prepare({ text: "hi" });
    const outcome = await prepared.run(createContext());
    expect(prepared.replay(outcome.result)).toEqual(outcome);
    expect(prepared.replay(throughLog(outcome.result))).toEqual(outcome);
  });

  it("gives the identical outcome of a call that threw", async () => {
    const prepared = defineTool(failing(new Error("disk full"))).prepare({ text: "hi" });
    const outcome = await prepared.run(createContext());
    expect(prepared.replay(throughLog(outcome.result))).toEqual(outcome);
  });

  it("gives the identical outcome of a result that is more than plain data", async () => {
    const dated: ToolDefinition<Args, { readonly at: unknown }> = {
      ...quiet,
      parseArgs: echo.parseArgs,
      run: async () => ({ at: new Date(0) }),
      renderResult: ({ at }) => String(at),
    };
    const prepared = defineTool(dated).prepare({ text: "hi" });
    const outcome = await prepared.run(createContext());
    expect(outcome.text).toBe("1970-01-01T00:00:00.000Z");
    expect(prepared.replay(throughLog(outcome.result))).toEqual(outcome);
  });

  it("of something that is no result of the tool is a failed outcome, not an error", () => {
    const prepared = defineTool({ ...echo, renderResult: ({ echoed }) => echoed.trim() }).prepare({
      text: "hi",
    });
    expect(prepared.replay({})).toMatchObject({ failed: true });
  });
});
