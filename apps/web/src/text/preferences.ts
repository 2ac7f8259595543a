import { chooseLanguage, isLanguage, LANGUAGES, type Language } from "./language.ts";
import type { PageText } from "./page-text.ts";

/** How the page looks; `auto` as the system does. */
export type Theme = "auto" | "light" | "dark";

/** What a person chose for this browser. A browser that remembers nothing still lets one choose. */
export class Preferences {
  readonly #storage: Pick<Storage, "getItem" | "setItem">;
  readonly #listeners = new Set<() => void>();
  #language: Language;
  #theme: Theme;

  constructor(storage: Pick<Storage, "getItem" | "setItem">, languages: readonly string[]) {
    this.#storage = storage;
    const stored = this.#read("termwire-language");
    this.#language = isLanguage(stored) ? stored : chooseLanguage(languages);
    const theme = this.#read("termwire-theme");
    this.#theme = theme === "light" || theme === "dark" ? theme : "auto";
  }

  get language(): Language {
    return this.#language;
  }

  get theme(): Theme {
    return this.#theme;
  }

  /** The words of the language. */
  get text(): PageText {
    return LANGUAGES[this.#language];
  }

  chooseLanguage(language: Language): void {
    this.#language = language;
    this.#write("termwire-language", language);
  }

  chooseTheme(theme: Theme): void {
    this.#theme = theme;
    this.#write("termwire-theme", theme);
  }

  /** Calls back after every choice; gives what ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #read(key: string): string | null {
    try {
      return this.#storage.getItem(key);
    } catch {
      return null;
    }
  }

  #write(key: string, value: string): void {
    try {
      this.#storage.setItem(key, value);
    } catch {
      // Storage is off or full: the choice holds until the page is closed.
    }
    for (const listener of this.#listeners) listener();
  }
}
