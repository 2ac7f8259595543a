import { describe, expect, it } from "vitest";
import { runSteps, selectSteps } from "./run-steps.mjs";

const step = (name: string, first = false) => ({ name, file: name, args: ["-x"], first });

/** Runs steps against codes by name; a step ends when every one that was started with it has started. */
async function run(steps: readonly ReturnType<typeof step>[], codes: Record<string, number> = {}) {
  const lines: string[] = [];
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const failed = await runSteps(steps, {
    run: async (file) => {
      order.push(file);
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return { code: codes[file] ?? 0, output: `${file} says\nso\n` };
    },
    print: (line) => lines.push(line.replace(/\d+\.\d/u, "0.0")),
  });
  return { failed, lines, order, most };
}

describe("running steps", () => {
  it("prints one line for each, and of one that fails what it printed", async () => {
    const { failed, lines } = await run([step("lint"), step("types")], { lint: 1 });
    expect(failed).toBe(1);
    expect(lines.toSorted()).toEqual(["FAIL lint    0.0 s", "lint says\nso", "ok   types   0.0 s"]);
    expect(lines[lines.indexOf("FAIL lint    0.0 s") + 1]).toBe("lint says\nso");
  });

  it("goes on after a failure and counts every one", async () => {
    const { failed, order } = await run([step("a"), step("b"), step("c")], { a: 1, c: 127 });
    expect(order).toEqual(["a", "b", "c"]);
    expect(failed).toBe(2);
  });

  it("runs two at once, and alone what the others need", async () => {
    expect((await run([step("a"), step("b"), step("c")])).most).toBe(2);
    const { order, most } = await run([step("a"), step("b", true)]);
    expect(order).toEqual(["b", "a"]);
    expect(most).toBe(1);
  });

  it("runs the others even when what they need has failed", async () => {
    expect((await run([step("a"), step("b", true)], { b: 2 })).order).toEqual(["b", "a"]);
  });
});

describe("selecting steps", () => {
  const steps = [step("lint"), step("types")];

  it("takes all, or the named ones", () => {
    expect(selectSteps(steps, [])).toEqual(steps);
    expect(selectSteps(steps, ["--only", "types"])).toEqual([steps[1]]);
    expect(selectSteps(steps, ["--only", "types", "--only", "lint"])).toEqual(steps);
  });

  it.each([[["--only"]], [["--only", "type"]], [["types"]], [["--skip", "types"]]])(
    "refuses %j and says what it takes",
    (args) => {
      expect(() => selectSteps(steps, args)).toThrow(
        `expected --only NAME, NAME one of lint, types; got ${args.join(" ")}`,
      );
    },
  );
});
