/** One thing a peer has to do, as data: tests cite it, the checker judges by it. */
export interface Requirement {
  /** Stable; never given to another requirement. */
  readonly id: string;
  readonly level: "MUST" | "SHOULD";
  /** Whose duty it is. */
  readonly side: "agent" | "client";
  /** Where it is written. */
  readonly source: string;
  readonly sentence: string;
}
