import { describe, expect, it } from "vitest";
import { createPipeChannel } from "../src/channel/pipe-channel.ts";
import { chooseInputPipe } from "../src/input/input-pipe.ts";
import { chooseLocalPlatform } from "../src/local-platform.ts";
import { createPlatformRunner } from "../src/local-runner.ts";
import { chooseDecoder } from "../src/output/choose-decoder.ts";
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

  it("has the text of programs that print in a code page, each stream by itself (cases 107, 108, 109)", async () => {
    const gbk = createPlatformRunner(
      {},
      {
        ...chooseLocalPlatform(process.platform),
        openChannel: async (spec) =>
          createPipeChannel(
            chooseInputPipe(spec.stdin),
            createSeparatePipes(() => chooseDecoder("win32", 936)),
          ),
      },
    );
    // "配置" in GBK on both streams, cut inside its characters, and the same in UTF-8.
    const line = String.raw`printf '\305'; printf '\305' >&2; sleep 0.05; printf '\344\326'; printf '\344\326\303' >&2; sleep 0.05; printf '\303\n配置'`;
    const { text } = await run(gbk, shell(line));
    expect(text.replaceAll("\n", "")).toMatch(/^(配置){3}$/u);
  });

  it("has every byte of both streams", async () => {
    const { text } = await run(createRunner(), shell("seq 1000; seq 1000 >&2"));
    expect(text.length).toBe(2 * 3893);
  });
});
