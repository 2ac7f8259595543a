import { describe, expect, it } from "vitest";
import { createBashHarness } from "./bash-harness.ts";
import { connectV1, connectV2, until, type Update } from "./connect-agent.ts";

/** 300,000 lines in about two seconds. */
const FLOOD =
  "i=0; while [ $i -lt 20 ]; do seq -f 'line %.0f of the flood' $((i*15000+1)) $((i*15000+15000)); i=$((i+1)); sleep 0.1; done";
const PRINTED = Array.from({ length: 300_000 }, (_, index) => `line ${index + 1} of the flood\n`);
const PRINTED_BYTES = PRINTED.reduce((sum, line) => sum + line.length, 0);
const UPDATES_PER_SECOND = 30;

/** What of `updates` carries output, and the bytes all of them take on the wire. */
function measure(updates: readonly Update[]) {
  const output = updates.filter(
    ({ sessionUpdate, _meta }) =>
      sessionUpdate === "terminal_output_chunk" ||
      JSON.stringify(_meta ?? {}).includes('"terminal_output"'),
  );
  const wireBytes = updates.reduce((sum, update) => sum + JSON.stringify(update).length, 0);
  return { output, wireBytes };
}

async function flood(version: "meta" | "text" | "v2") {
  await using subject = createBashHarness();
  await using client =
    version === "v2"
      ? await connectV2(subject.harness)
      : await connectV1(subject.harness, { meta: version === "meta" });
  const sessionId = await client.create("/");
  const startedAt = performance.now();
  await client.prompt(sessionId, FLOOD);
  await until(() =>
    client.updates.some(({ status }) => status === "completed" || status === "failed"),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...measure(client.updates), seconds, updates: client.updates };
}

describe("300,000 lines in two seconds", () => {
  it("are at most 30 updates a second and 1.5 times their bytes by _meta, and all there", async () => {
    const { output, wireBytes, seconds } = await flood("meta");
    const shown = output.map(({ _meta }) => (_meta as MetaOutput).terminal_output.data).join("");
    expect(shown === PRINTED.join("")).toBe(true);
    expect(wireBytes / PRINTED_BYTES).toBeLessThan(1.5);
    expect(output.length).toBeLessThanOrEqual(Math.ceil(seconds * UPDATES_PER_SECOND) + 1);
  });

  it("are at most 30 updates a second and 1.5 times their bytes in version 2, and all there", async () => {
    const { output, wireBytes, seconds } = await flood("v2");
    const shown = Buffer.concat(output.map(({ data }) => Buffer.from(String(data), "base64")));
    expect(shown.toString() === PRINTED.join("")).toBe(true);
    expect(wireBytes / PRINTED_BYTES).toBeLessThan(1.5);
    expect(output.length).toBeLessThanOrEqual(Math.ceil(seconds * UPDATES_PER_SECOND) + 1);
  });

  it("case 174: stay bounded as text", async () => {
    const { wireBytes } = await flood("text");
    expect(wireBytes).toBeLessThan(4 * PRINTED_BYTES);
  });
});

interface MetaOutput {
  readonly terminal_output: { readonly data: string };
}
