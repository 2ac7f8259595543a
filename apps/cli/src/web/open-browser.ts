import { spawn } from "node:child_process";

/**
 * The command that shows an address in the person's browser.
 *
 * @param url of our own making: it holds nothing that a shell would read.
 */
export function toBrowserCommand(
  platform: NodeJS.Platform,
  url: string,
): readonly [string, ...string[]] {
  switch (platform) {
    case "darwin":
      return ["open", url];
    case "win32":
      return ["cmd.exe", "/c", "start", '""', url.replaceAll("&", "^&")];
    default:
      return ["xdg-open", url];
  }
}

/** Shows an address in the person's browser. That there is none is no error: the address is printed, too. */
export function openBrowser(
  url: string,
  [command, ...args]: readonly [string, ...string[]] = toBrowserCommand(process.platform, url),
): void {
  const child = spawn(command, args, { detached: true, stdio: "ignore" });
  child.on("error", () => undefined);
  child.unref();
}
