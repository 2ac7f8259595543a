import { toFieldsList, toText } from "../wire/read-fields.ts";

/** A way to sign in that an agent offers. */
export interface SignIn {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

/** Reads `authMethods`. */
export function parseSignIns(methods: unknown): readonly SignIn[] {
  return toFieldsList(methods).flatMap(({ id, name, description }) => {
    const known = toText(id);
    if (known === null) return [];
    return [{ id: known, name: toText(name) ?? known, description: toText(description) }];
  });
}
