import { describe, expect, it } from "vitest";
import { isInertArgument } from "./is-inert-argument.ts";

describe("an argument", () => {
  it.each([
    "x",
    "src/a.ts",
    "a*.ts",
    "-l",
    "-la",
    "--",
    "-",
    "--watch",
    "--all",
    "-t",
    "--no-color",
    "5",
    "-n5",
    "a=b",
    "--bail=1",
    "",
    "~/x",
  ])("%j leaves a command what it is", (word) => {
    expect(isInertArgument(word)).toBe(true);
  });

  it.each([
    "--pre=sh",
    "--pre",
    "--exec",
    "-exec",
    "-toolexec",
    "--vettool=x",
    "--upload-pack=x",
    "--receive-pack",
    "--open-files-in-pager=sh",
    "--compress-program=sh",
    "--ext-diff-command",
    "--config",
    "--config=x",
    "-c",
    "-C",
    "-C/evil",
    "--prefix",
    "--PREFIX=/evil",
    "--cwd=/evil",
    "--git-dir=/evil",
    "--work-tree=/evil",
    "--manifest-path",
    "--rulesdir",
    "--require",
    "--import=data:text/javascript,1",
    "--loader",
    "--script-shell=x",
    "--output=/etc/x",
    "--hostname-bin",
    "--rcfile=x",
    "--settings-path",
    "--setupFiles=x",
    "--globalSetup",
    "--post-renderer",
    "*",
    "?",
    "[-]x",
  ])("%j may make another of it (case 201)", (word) => {
    expect(isInertArgument(word)).toBe(false);
  });
});
