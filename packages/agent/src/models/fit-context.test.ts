import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../model.ts";
import { estimateFixed, estimateMessage, estimateTokens } from "./estimate-tokens.ts";
import { describeLeftOut, fitContext } from "./fit-context.ts";

/** One turn: a prompt, and for each output a call with it, then a word. */
function createTurn(name: string, outputs: readonly string[]): ModelMessage[] {
  const steps = outputs.flatMap<ModelMessage>((text, index) => {
    const callId = `${name}-${index}`;
    return [
      { role: "assistant", text: "", calls: [{ callId, name: "bash", input: {} }] },
      { role: "tool", callId, text },
    ];
  });
  return [
    { role: "user", text: `prompt ${name}` },
    ...steps,
    { role: "assistant", text: `answer ${name}`, calls: [] },
  ];
}

const conversations = fc
  .array(fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 4 }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((turns) =>
    turns.flatMap((sizes, index) =>
      createTurn(
        String(index),
        sizes.map((size) => "x".repeat(size)),
      ),
    ),
  );

const limits = fc.record({
  windowTokens: fc.integer({ min: 200, max: 20_000 }),
  fixedTokens: fc.integer({ min: 0, max: 500 }),
});

describe("a conversation that must fit", () => {
  it("is the same list when it fits", () => {
    const messages = createTurn("a", ["out"]);
    const fitted = fitContext(messages, { windowTokens: 100_000, fixedTokens: 0 });
    expect(fitted.messages).toBe(messages);
    expect(fitted).toMatchObject({ prunedResults: 0, droppedTurns: 0, fits: true });
    expect(describeLeftOut(fitted)).toBeNull();
  });

  it("loses the output of its oldest calls first, and says so in their place", () => {
    const messages = [
      ...createTurn("a", ["a".repeat(6000), "b".repeat(6000)]),
      ...createTurn("b", ["new"]),
    ];
    const fitted = fitContext(messages, { windowTokens: 5000, fixedTokens: 0 });
    expect(fitted).toMatchObject({ prunedResults: 1, droppedTurns: 0, fits: true });
    expect(fitted.messages[2]).toMatchObject({
      role: "tool",
      text: expect.stringContaining("6000 characters"),
    });
    expect(fitted.messages[4]).toBe(messages[4]);
    expect(describeLeftOut(fitted)).toContain("the output of 1 earlier call left its view");
  });

  it("loses its oldest turns when that is not enough, with a word about it", () => {
    const long = (name: string): ModelMessage[] => [
      { role: "user", text: name.repeat(3000) },
      { role: "assistant", text: "ok", calls: [] },
    ];
    const messages = [...long("a"), ...long("b"), ...long("c"), ...long("d")];
    const fitted = fitContext(messages, { windowTokens: 4000, fixedTokens: 0 });
    expect(fitted.messages[0]).toMatchObject({
      role: "notice",
      text: expect.stringContaining("earlier turn"),
    });
    expect(fitted.messages.at(-1)).toBe(messages.at(-1));
    expect(fitted.droppedTurns).toBeGreaterThan(0);
    expect(fitted.fits).toBe(true);
    expect(describeLeftOut(fitted)).toMatch(/\d earlier turns? left/u);
  });

  it("keeps the results the model has not read yet", () => {
    const messages: ModelMessage[] = [
      { role: "user", text: "go" },
      { role: "assistant", text: "", calls: [{ callId: "c", name: "bash", input: {} }] },
      { role: "tool", callId: "c", text: "y".repeat(9000) },
    ];
    const fitted = fitContext(messages, { windowTokens: 1000, fixedTokens: 0 });
    expect(fitted.messages).toEqual(messages);
    expect(fitted.fits).toBe(false);
  });

  it("stays as it was cut while it grows a little, so that a provider's cache still holds", () => {
    const old = createTurn(
      "a",
      Array.from({ length: 8 }, () => "x".repeat(3000)),
    );
    const window = { windowTokens: 8000, fixedTokens: 0 };
    const first = fitContext([...old, ...createTurn("b", ["short"])], window);
    const later = fitContext(
      [...old, ...createTurn("b", ["short"]), ...createTurn("c", [])],
      window,
    );
    expect(first.prunedResults).toBeGreaterThan(1);
    expect(later.messages.slice(0, old.length)).toEqual(first.messages.slice(0, old.length));
  });

  it("fits whenever it says so, keeps the last turn, and never parts a call from its result", () => {
    fc.assert(
      fc.property(conversations, limits, (messages, window) => {
        const fitted = fitContext(messages, window);
        const tokens = fitted.messages.reduce((sum, message) => sum + estimateMessage(message), 0);
        const isIn = tokens + window.fixedTokens <= window.windowTokens;
        expect(!fitted.fits || isIn).toBe(true);
        const lastPrompt = messages.findLast(({ role }) => role === "user");
        expect(fitted.messages).toContain(lastPrompt);
        const called = fitted.messages.flatMap((message) =>
          message.role === "assistant" ? message.calls.map(({ callId }) => callId) : [],
        );
        const answered = fitted.messages.flatMap((message) =>
          message.role === "tool" ? [message.callId] : [],
        );
        expect(answered).toEqual(called);
      }),
    );
  });

  it("is never cut while it fits, and cut the same way each time", () => {
    fc.assert(
      fc.property(conversations, limits, (messages, window) => {
        const once = fitContext(messages, window);
        expect(fitContext(structuredClone(messages), window)).toEqual(once);
        const huge = fitContext(messages, { ...window, windowTokens: 10_000_000 });
        expect(huge.messages).toBe(messages);
      }),
    );
  });
});

describe("an estimate of tokens", () => {
  it("is nothing for nothing and something for anything", () => {
    expect(estimateTokens("")).toBe(0);
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (text) => {
        expect(estimateTokens(text)).toBeGreaterThan(0);
      }),
    );
  });

  it("grows with the text, and the parts are never less than the whole", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        const whole = estimateTokens(a + b);
        expect(whole).toBeGreaterThanOrEqual(Math.max(estimateTokens(a), estimateTokens(b)));
        expect(whole).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b));
      }),
    );
  });

  it("counts a character beyond ASCII as one, however it is stored", () => {
    expect(estimateTokens("漢字")).toBe(2);
    expect(estimateTokens("🌍")).toBe(1);
    expect(estimateTokens("abcdef")).toBe(2);
  });

  it("counts what the model gets back, pictures and tools", () => {
    const said: ModelMessage = { role: "assistant", text: "a", calls: [] };
    const replay = { model: "m", content: [{ type: "reasoning", text: "z".repeat(300) }] };
    expect(estimateMessage({ ...said, replay })).toBeGreaterThan(estimateMessage(said) + 90);
    const image = { mimeType: "image/png", data: "" };
    expect(estimateMessage({ role: "user", text: "", images: [image] })).toBeGreaterThan(1000);
    expect(estimateFixed("abc", [])).toBeLessThan(
      estimateFixed("abc", [{ name: "bash", description: "Runs", inputSchema: {} }]),
    );
  });
});
