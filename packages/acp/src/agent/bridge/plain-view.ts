import type { CallView } from "@termwire/tools";
import type { PlainView } from "./speech.ts";

/** A view as a call: a plan has none of its own, and is one where somebody asks about it, or it could not be changed. */
export function toPlainView(view: Exclude<CallView, { card: "terminal" }>): PlainView {
  return view.card === "plan" ? { card: "generic", title: view.title, kind: "think" } : view;
}
