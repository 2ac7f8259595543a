import { getSystemErrorMap } from "node:util";

/** An error as the runtime makes it of a number of the system. */
export function systemErrorOf(errno: number): Error {
  const [code, text] = getSystemErrorMap().get(-errno) ?? [`errno ${errno}`, `errno ${errno}`];
  return Object.assign(new Error(text), { code, errno: -errno });
}
