import { describe, expect, it } from "vitest";
import { createBashHarness } from "./bash-harness.ts";
import { connectV1, connectV2, until } from "./connect-agent.ts";
import { decode, outputOf } from "./decode-updates.ts";

/** What a machine that does a dozen other things may take; alone it is some milliseconds. */
const BOUND_MS = 15_000;

/** Prints when it prints, then goes on: whoever waits for its end sees nothing of it. */
const COMMAND = "date +%s%3N; sleep 600";

const dialects = {
  meta: createV1Client({ meta: true }),
  text: createV1Client({ meta: false }),
  v2: async (harness: ReturnType<typeof createBashHarness>["harness"]) =>
    Object.assign(await connectV2(harness), { version: 2 }),
};

function createV1Client(options: { readonly meta: boolean }) {
  return async (harness: ReturnType<typeof createBashHarness>["harness"]) =>
    Object.assign(await connectV1(harness, options), { version: 1 });
}

describe.each(Object.entries(dialects))("the first bytes of a command in %s", (_name, connect) => {
  it("cases 59, 60, 85: are with the client while it runs, as soon as they are printed", async () => {
    await using subject = createBashHarness();
    await using client = await connect(subject.harness);
    const sessionId = await client.create("/");
    const turn = client.prompt(sessionId, COMMAND);
    const read = (): string => outputOf(decode(client.updates, client.version));
    await until(() => read().endsWith("\n"));
    const tookMs = Date.now() - Number(read().trim());
    expect(tookMs).toBeLessThan(BOUND_MS);
    expect(client.updates.some(({ status }) => status === "completed")).toBe(false);
    await client.agent.notify("session/cancel", { sessionId });
    await turn;
  });
});
