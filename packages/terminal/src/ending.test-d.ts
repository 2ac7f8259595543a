import { describe, expectTypeOf, it } from "vitest";
import type { Ending, EndingCause, Exit } from "./ending.ts";

describe("an ending", () => {
  it("has a code only when it exited, and a signal only when one ended it", () => {
    expectTypeOf<Extract<Exit, { kind: "exited" }>>().toEqualTypeOf<{
      readonly kind: "exited";
      readonly code: number;
    }>();
    expectTypeOf<Extract<Exit, { code: number }>["kind"]>().toEqualTypeOf<"exited">();
    expectTypeOf<Extract<Exit, { signal: string }>["kind"]>().toEqualTypeOf<"signaled">();
  });

  it("keeps its cause apart from how it ended: any cause goes with any exit", () => {
    expectTypeOf<Ending["cause"]>().toEqualTypeOf<EndingCause>();
    expectTypeOf<Exit & { readonly cause: EndingCause }>().toEqualTypeOf<Ending>();
  });
});
