import { EN } from "./en.ts";
import type { PageText } from "./page-text.ts";
import { ZH } from "./zh.ts";

/** A language the page speaks, by its BCP 47 tag. */
export type Language = "en" | "zh-CN";

/** All of them, with their words. */
export const LANGUAGES: Readonly<Record<Language, PageText>> = { en: EN, "zh-CN": ZH };

/** The first of the wanted languages that the page speaks, whatever the region; else English. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (/^zh\b/iu.test(tag)) return "zh-CN";
    if (/^en\b/iu.test(tag)) return "en";
  }
  return "en";
}

/** True for a tag of {@link LANGUAGES}. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.hasOwn(LANGUAGES, value);
}
