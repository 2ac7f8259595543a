import { describe, expect, it } from "vitest";
import { parseOptions, type OptionGrammar } from "./parse-options.ts";

const GRAMMAR: OptionGrammar = {
  flags: "ab",
  valued: "e",
  long: ["all"],
  longValued: ["file"],
  longOptional: ["color"],
  hasNumbers: true,
};

const parse = (line: string): unknown => parseOptions(line === "" ? [] : line.split(" "), GRAMMAR);
const option = (name: string, value = ""): object => ({ name, value });

describe("words in a grammar of options", () => {
  it.each([
    ["", [], []],
    ["x y", [], ["x", "y"]],
    ["-a x -b", [option("a"), option("b")], ["x"]],
    ["-ab", [option("a"), option("b")], []],
    ["-e v x", [option("e", "v")], ["x"]],
    ["-aev x", [option("a"), option("e", "v")], ["x"]],
    ["-e -a", [option("e", "-a")], []],
    ["-e -- -a", [option("e", "--"), option("a")], []],
    ["-12 x", [option("number", "12")], ["x"]],
    ["--all --file=v --file v=w", [option("all"), option("file", "v"), option("file", "v=w")], []],
    ["--file=a=b", [option("file", "a=b")], []],
    ["--color x --color=no", [option("color"), option("color", "no")], ["x"]],
    ["- -- -a --", [], ["-", "-a", "--"]],
  ])("%j come apart into options and the rest", (line, options, operands) => {
    expect(parse(line)).toEqual({ options, operands });
  });

  it.each(["-x", "-ax", "-e", "--file", "--zap", "--all=x", "--al", "-1a", "--e v"])(
    "with %j in them are refused",
    (line) => {
      expect(parse(line)).toBe(null);
    },
  );
});
