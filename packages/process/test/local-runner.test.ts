import { expect, it } from "vitest";
import { createLocalRunner } from "@termwire/process";
import { run, shell } from "./command-harness.ts";
import { describeRunnerContract } from "./runner-contract.ts";

describeRunnerContract("a local runner", () => createLocalRunner());

it("has output that is whole although a program set its stderr not to block", async () => {
  const unblock =
    "import os, time; os.set_blocking(2, False); os.write(1, str(os.get_blocking(1)).encode() + bytes([10])); time.sleep(0.3)";
  const line = `python3 -c '${unblock}' & sleep 0.1; seq 300000; wait`;
  const { text } = await run(createLocalRunner(), shell(line), {
    outputLimitBytes: 4 * 1024 * 1024,
  });
  expect(text).toContain("True\n");
  expect(text.length).toBe(1_988_895 + "True\n".length);
});
