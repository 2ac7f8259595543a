import { expect, it } from "vitest";
import { createLocalRunner } from "@termwire/process";
import { readAll, shell, start } from "./command-harness.ts";
import { describeRunnerContract } from "./runner-contract.ts";

describeRunnerContract("a local runner", () => createLocalRunner());

it("takes /dev/stdin of a piped input opened again", async () => {
  await using command = await start(createLocalRunner(), shell("cat /dev/stdin"), {
    stdin: "pipe",
  });
  await command.write(Buffer.from("typed"));
  await command.endInput();
  await command.completed;
  expect(readAll(command).toString()).toBe("typed");
});
