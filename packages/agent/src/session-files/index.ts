export { createFileArchive, type FileArchiveOptions } from "./create-file-archive.ts";
export type { ProcessIdentities, ProcessIdentity } from "./process-identities.ts";
export { findSessionsDirectory, type StateHome } from "./sessions-directory.ts";
