import { describe, expect, it } from "vitest";
import { createPipeChannel } from "../src/channel/pipe-channel.ts";
import { chooseInputPipe } from "../src/input/input-pipe.ts";
import { chooseLocalPlatform } from "../src/local-platform.ts";
import { createPlatformRunner } from "../src/local-runner.ts";
import { createSeparatePipes } from "../src/output/separate-pipes.ts";
import { run, shell, type CreateRunner } from "./command-harness.ts";
import { describeCompletion } from "./contract/completion-contract.ts";
import { describeEndings } from "./contract/ending-contract.ts";
import { describeInput } from "./contract/input-contract.ts";
import { describeTermination } from "./contract/termination-contract.ts";

const createRunner: CreateRunner = () =>
  createPlatformRunner(
    {},
    {
      ...chooseLocalPlatform(process.platform),
      openChannel: async (spec) =>
        createPipeChannel(chooseInputPipe(spec.stdin), createSeparatePipes()),
    },
  );

/** As on Windows, and where there is no `mkfifo`: all of the contract but the order between two streams. */
describe("a local runner without a shared pipe", () => {
  describeInput(createRunner);
  describeEndings(createRunner);
  describeCompletion(createRunner);
  describeTermination(createRunner);

  it("has every byte of both streams", async () => {
    const { text } = await run(createRunner(), shell("seq 1000; seq 1000 >&2"));
    expect(text.length).toBe(2 * 3893);
  });
});
