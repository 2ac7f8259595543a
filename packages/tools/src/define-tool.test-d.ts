import { describe, expectTypeOf, it } from "vitest";
import { defineTool } from "./define-tool.ts";
import type { Tool, ToolOutcome } from "./tool-definition.ts";
import type { CallView, ResultView } from "./view.ts";

describe("a tool's types", () => {
  it("come from what its argument check and its run give", () => {
    const tool = defineTool({
      name: "greet",
      description: "Says hello.",
      inputSchema: {},
      parseArgs: (input: unknown) => ({ name: String(input) }),
      run: async ({ name }) => {
        expectTypeOf(name).toEqualTypeOf<string>();
        return { greeting: `Hello ${name}` };
      },
      renderResult: ({ greeting }) => {
        expectTypeOf(greeting).toEqualTypeOf<string>();
        return greeting;
      },
      isFailure: () => false,
      presentCall: ({ name }) => ({ card: "generic", title: name }),
    });
    expectTypeOf(tool).toEqualTypeOf<Tool>();
  });

  it("are sealed in once it is defined", () => {
    expectTypeOf<Parameters<Tool["prepare"]>>().toEqualTypeOf<[input: unknown]>();
    expectTypeOf<ToolOutcome["result"]>().toBeUnknown();
  });

  it("keep a view to the cards there are", () => {
    expectTypeOf<CallView["card"]>().toEqualTypeOf<"generic" | "terminal" | "diff" | "plan">();
    expectTypeOf<ResultView["card"]>().toEqualTypeOf<"generic" | "terminal" | "diff">();
  });
});
