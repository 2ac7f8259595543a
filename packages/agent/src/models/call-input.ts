/** What a model wrote as the arguments of a call: JSON where it is that, else the text, which the tool will refuse. */
export function parseCallInput(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Arguments to be sent back. Providers take objects only, and would refuse the conversation with anything else in it. */
export function toCallInput(input: unknown): Readonly<Record<string, unknown>> {
  return isObject(input) ? input : { invalid: input ?? null };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
