import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";

/** Ways to log in, as version 2 lists them. */
export function toV2AuthMethods(methods: unknown): readonly UpdateFields[] {
  return readList(methods).map(({ id, ...method }) => ({ type: "agent", ...method, methodId: id }));
}

/** Ways to log in, as version 1 lists them, without those it has no name for. */
export function toV1AuthMethods(methods: unknown): readonly UpdateFields[] {
  return readList(methods).flatMap(({ methodId, type, ...method }) => {
    if (type === "agent") return [{ ...method, id: methodId }];
    return type === "terminal" ? [{ ...method, type, id: methodId }] : [];
  });
}

function readList(methods: unknown): readonly UpdateFields[] {
  return Array.isArray(methods) ? methods.map(toFields) : [];
}
