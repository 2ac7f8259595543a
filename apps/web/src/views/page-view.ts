import {
  LitElement,
  type CSSResultGroup,
  type CSSResultOrNative,
  type PropertyDeclarations,
} from "lit";
import type { PageText } from "../text/page-text.ts";
import { SHARED_STYLES } from "./shared-styles.ts";

/** A part of the page: it has its words from `text`, and looks like the other parts where it says nothing else. */
export class PageView extends LitElement {
  static override properties: PropertyDeclarations = {
    text: { attribute: false },
  };

  declare text: PageText;

  protected static override finalizeStyles(own: CSSResultGroup = []): CSSResultOrNative[] {
    return super.finalizeStyles([SHARED_STYLES, own]);
  }
}
