/** An agent that the page can talk to. */
export interface AgentChoice {
  /** Short and unique among the choices. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** What is started: a program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** The command for people. */
  readonly commandText: string;
  /** Variables beside our own environment. */
  readonly env: Readonly<Record<string, string>>;
}
