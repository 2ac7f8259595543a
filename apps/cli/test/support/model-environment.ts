/** An environment without any key or choice of whoever runs the tests, whose configuration and sessions are in `home`. */
export function createModelEnvironment(
  home: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const names = ["DEEPSEEK", "ANTHROPIC", "OPENAI", "TERMWIRE"].flatMap((name) => [
    `${name}_API_KEY`,
    `${name}_BASE_URL`,
  ]);
  const empty = [...names, "TERMWIRE_MODEL", "TERMWIRE_EFFORT"].map((name) => [name, ""] as const);
  const cleared: Record<string, string> = Object.fromEntries(empty);
  return { ...cleared, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, ...more };
}
