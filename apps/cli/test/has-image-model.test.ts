import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasImageModel } from "../src/models/has-image-model.ts";

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "termwire-images-")));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** By the keys there are and what is configured. */
function ask(keys: Record<string, string>, models?: readonly object[]): Promise<boolean> {
  const env = { XDG_CONFIG_HOME: home, APPDATA: home, ...keys };
  if (models !== undefined) {
    const providers = { local: { baseUrl: "http://127.0.0.1:9/v1", models } };
    mkdirSync(join(home, "termwire"), { recursive: true });
    writeFileSync(join(home, "termwire", "config.json"), JSON.stringify({ providers }));
  }
  return hasImageModel(env, null);
}

describe("a model that reads images", () => {
  it("is there with a key for one, and with no other", async () => {
    expect(await ask({})).toBe(false);
    expect(await ask({ DEEPSEEK_API_KEY: "k" })).toBe(false);
    expect(await ask({ DEEPSEEK_API_KEY: "k", ANTHROPIC_API_KEY: "k" })).toBe(true);
    expect(await ask({ ANTHROPIC_API_KEY: "" })).toBe(false);
  });

  it("is there when it was configured, and not when it was configured without eyes", async () => {
    expect(await ask({}, [{ id: "blind" }])).toBe(false);
    expect(await ask({}, [{ id: "blind" }, { id: "eyes", images: true }])).toBe(true);
  });
});
