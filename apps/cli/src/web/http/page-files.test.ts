import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { chooseEncoding, createPageFile, readPageFiles } from "./page-files.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const LONG = "let x = 1;\n".repeat(1000);

describe("the files of the page", () => {
  it("are those of its folder, and nothing that a link leads to", async () => {
    const folder = mkdtempSync(join(tmpdir(), "termwire-page-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), "<!doctype html>");
    writeFileSync(join(folder, "assets/main-abc.js"), LONG);
    symlinkSync("/etc/passwd", join(folder, "passwd"));
    const files = await readPageFiles(folder);
    expect([...files.keys()].toSorted()).toEqual(["/", "/assets/main-abc.js", "/index.html"]);
    expect(files.get("/")).toBe(files.get("/index.html"));
    expect(files.get("/assets/main-abc.js")).toMatchObject({
      type: "text/javascript; charset=utf-8",
      isHashed: true,
    });
    expect(files.get("/")).toMatchObject({ type: "text/html; charset=utf-8", isHashed: false });
  });

  it("are none where there is no folder", async () => {
    expect((await readPageFiles("/nonexistent/page")).size).toBe(0);
  });

  it("are the same in every encoding", async () => {
    const file = createPageFile("/main.js", bytes(LONG));
    const text = async (encoding: "br" | "gzip" | "identity") =>
      Buffer.from(await file.read(encoding));
    expect(brotliDecompressSync(await text("br")).toString()).toBe(LONG);
    expect(gunzipSync(await text("gzip")).toString()).toBe(LONG);
    expect((await text("identity")).toString()).toBe(LONG);
    expect(await file.read("br")).toBe(await file.read("br"));
  });

  it.each([
    ["/small.js", "x", "identity"],
    ["/photo.png", LONG, "identity"],
    ["/main.js", LONG, "br"],
    ["/icon.svg", LONG, "br"],
    ["/unknown", LONG, "identity"],
  ])("are compressed where it is worth it: %s", (name, content, encoding) => {
    expect(createPageFile(name, bytes(content)).toEncoding("br")).toBe(encoding);
  });

  it("have a tag that is that of their content", () => {
    const [one, same, other] = ["x", "x", "y"].map(
      (text) => createPageFile("/a", bytes(text)).etag,
    );
    expect(one).toMatch(/^"[\w-]{22}"$/u);
    expect([one === same, one === other]).toEqual([true, false]);
  });
});

describe("the encoding", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["GZIP;q=1.0", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.5", "br"],
    ["brotli", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("for %j is %s", (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });
});
