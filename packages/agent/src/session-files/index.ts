export { createFileArchive, type FileArchiveOptions } from "./create-file-archive.ts";
export { findSessionsDirectory, type StateHome } from "./sessions-directory.ts";
