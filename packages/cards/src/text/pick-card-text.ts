import type { CardText } from "./card-text.ts";
import { CHINESE } from "./chinese.ts";
import { ENGLISH } from "./english.ts";

/** The words for the first language tag that names a language we have: `zh-Hans-CN` is Chinese. Else English. */
export function pickCardText(languages: readonly (string | null | undefined)[]): CardText {
  for (const language of languages) {
    const primary = language?.toLowerCase().split("-")[0];
    if (primary === "zh") return CHINESE;
    if (primary === "en") return ENGLISH;
  }
  return ENGLISH;
}
