import { describe, expect, it } from "vitest";
import { listSecretPaths } from "./secret-paths.ts";

describe("the secrets of a user", () => {
  it.each([
    ".ssh",
    ".aws",
    ".gnupg",
    ".config/gh",
    ".netrc",
    ".docker/config.json",
    ".kube",
    ".npmrc",
  ])("include ~/%s", (path) => {
    expect(listSecretPaths("/home/u", {})).toContain(`/home/u/${path}`);
  });

  it("include the sockets by which others can be told to act", () => {
    const env = {
      XDG_RUNTIME_DIR: "/run/user/1000",
      SSH_AUTH_SOCK: "/home/u/.agent",
      DOCKER_HOST: "unix:///opt/docker.sock",
    };
    const paths = listSecretPaths("/home/u", env);
    expect(paths).toContain("/run/docker.sock");
    expect(paths.slice(-3)).toEqual(["/run/user/1000", "/home/u/.agent", "/opt/docker.sock"]);
  });

  it("are absolute, whatever the environment says", () => {
    const env = { DOCKER_HOST: "tcp://10.0.0.1:2375", SSH_AUTH_SOCK: "", XDG_RUNTIME_DIR: "run" };
    expect(listSecretPaths("/home/u", env).filter((path) => !path.startsWith("/"))).toEqual([]);
  });
});
