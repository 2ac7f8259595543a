import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../model.ts";
import { markForCache } from "./mark-for-cache.ts";
import { toPrompt } from "./to-prompt.ts";

const READER = { name: "p/m", acceptsImages: false };

const callIds = fc.constantFrom("a", "b", "c", "d");

/** Any messages in any order, as a damaged log could give them. */
const messages: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), text: fc.string() }),
  fc.record({ role: fc.constant("notice" as const), text: fc.string() }),
  fc.record({ role: fc.constant("tool" as const), callId: callIds, text: fc.string() }),
  fc.record({
    role: fc.constant("assistant" as const),
    text: fc.string(),
    calls: fc.uniqueArray(
      fc.record({ callId: callIds, name: fc.constant("bash"), input: fc.jsonValue() }),
      { selector: ({ callId }) => callId, maxLength: 3 },
    ),
  }),
);

describe("a conversation for a provider", () => {
  it("has exactly one result for each call right after it, and none without, whatever came in", () => {
    fc.assert(
      fc.property(fc.array(messages, { maxLength: 12 }), (conversation) => {
        const prompt = toPrompt({ messages: conversation }, READER);
        for (const [index, message] of prompt.entries()) {
          const next = prompt[index + 1];
          const calls =
            message.role === "assistant"
              ? message.content.flatMap((part) =>
                  part.type === "tool-call" ? [part.toolCallId] : [],
                )
              : [];
          const results =
            next?.role === "tool"
              ? next.content.flatMap((part) =>
                  part.type === "tool-result" ? [part.toolCallId] : [],
                )
              : [];
          expect(results.toSorted()).toEqual(calls.toSorted());
          expect(message.content.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("sends arguments as objects only, because nothing else is taken", () => {
    const prompt = toPrompt(
      {
        messages: [
          { role: "assistant", text: "", calls: [{ callId: "a", name: "bash", input: "{oops" }] },
        ],
      },
      READER,
    );
    expect(prompt[0]).toMatchObject({ content: [{ input: { invalid: "{oops" } }] });
  });

  it("keeps ids short enough for any provider", () => {
    const callId = `call_${crypto.randomUUID()}`;
    const prompt = toPrompt(
      { messages: [{ role: "assistant", text: "", calls: [{ callId, name: "bash", input: {} }] }] },
      READER,
    );
    const [part] = prompt[0]?.role === "assistant" ? prompt[0].content : [];
    expect(part?.type === "tool-call" ? part.toolCallId : "").toMatch(/^\w{1,40}$/u);
  });

  it("gives a replay only to the model it came from, and only when it has the calls that were made", () => {
    const content = [
      { type: "reasoning", text: "hm", providerOptions: { x: { signature: "s" } } },
      { type: "tool-call", toolCallId: "own", toolName: "bash", input: {} },
    ];
    const calls = [{ callId: "a", name: "bash", input: {} }];
    const answer = { role: "assistant", text: "said", calls } as const;
    const sent = (model: string, kept: unknown): string =>
      JSON.stringify(
        toPrompt({ messages: [{ ...answer, replay: { model, content: kept } }] }, READER),
      );
    expect(sent("p/m", content)).toContain('"own"');
    expect(sent("p/other", content)).not.toContain('"own"');
    expect(sent("p/m", content.slice(0, 1))).toContain("said");
    expect(sent("p/m", "damaged")).toContain("said");
    expect(sent("p/m", [{ type: "tool-call" }])).toContain("said");
  });

  it("sets notices apart from what the person says", () => {
    const prompt = toPrompt({ messages: [{ role: "notice", text: "job-1 ended" }] }, READER);
    expect(prompt).toEqual([
      { role: "user", content: [{ type: "text", text: "<notice>\njob-1 ended\n</notice>" }] },
    ]);
  });

  it("has its system prompt and its end marked for Anthropic's cache, and nothing else", () => {
    const user = { role: "user", text: "x" } as const;
    const prompt = toPrompt({ system: "be brief", messages: [user, user, user] }, READER);
    expect(markForCache(prompt).map((message) => message.providerOptions !== undefined)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
