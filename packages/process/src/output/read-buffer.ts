/** What one read takes at most: the usual capacity of a pipe. */
const READ_BYTES = 64 * 1024;

/**
 * One buffer for every read of every command: reads are synchronous and logs copy what they keep, so a flood makes no
 * garbage and an idle command holds none.
 */
export const READ_BUFFER: Uint8Array = new Uint8Array(READ_BYTES);
