import { describe, expect, it } from "vitest";
import { Preferences } from "./preferences.ts";

const createStorage = (entries: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};

describe("what a person chose", () => {
  it("is what the browser says until something was chosen", () => {
    const preferences = new Preferences(createStorage(), ["zh-CN"]);
    expect([preferences.language, preferences.theme]).toEqual(["zh-CN", "auto"]);
    expect(preferences.text.send).toBe("发送");
  });

  it("is remembered", () => {
    const storage = createStorage();
    const preferences = new Preferences(storage, ["zh-CN"]);
    preferences.chooseLanguage("en");
    preferences.chooseTheme("dark");
    const later = new Preferences(storage, ["zh-CN"]);
    expect([later.language, later.theme]).toEqual(["en", "dark"]);
  });

  it("is told to those who listen, until they do not", () => {
    const preferences = new Preferences(createStorage(), []);
    let told = 0;
    const stop = preferences.subscribe(() => told++);
    preferences.chooseTheme("light");
    stop();
    preferences.chooseTheme("dark");
    expect(told).toBe(1);
  });

  it("is nothing that is not offered", () => {
    const stored = { "termwire-language": "tlh", "termwire-theme": "neon" };
    const preferences = new Preferences(createStorage(stored), ["en"]);
    expect([preferences.language, preferences.theme]).toEqual(["en", "auto"]);
  });

  it("holds where nothing can be remembered", () => {
    const refuse = () => {
      throw new Error("storage is off");
    };
    const preferences = new Preferences({ getItem: refuse, setItem: refuse }, ["en"]);
    preferences.chooseTheme("dark");
    expect(preferences.theme).toBe("dark");
  });
});
