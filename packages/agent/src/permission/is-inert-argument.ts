/**
 * What options are called that name a program, a file of settings that may, or another place to work or to write in. Such an
 * option makes another command of one whose first words are the same.
 */
const TELLING_NAMES =
  /exec|cmd|command|program|pager|tool|editor|helper|hook|plugin|load|require|import|eval|shell|script|config|profile|settings|setup|preset|transform|resolver|rcfile|rc$|bin$|runner|wrapper|render|rules|pack$|^pre$|prefix|cwd|chdir|^c$|dir$|directory|work-tree|manifest|^project$|output|template/u;

/** The name of an option, however its value is written. */
const OPTION = /^--?([A-Za-z][A-Za-z-]*)/u;

/** A file of that name may be an option. */
const STARTS_WITH_PATTERN = /^[*?[]/u;

/**
 * True for an argument that leaves what a command does to its first words. By its name only: what a program makes of an
 * option nobody can know here.
 */
export function isInertArgument(word: string): boolean {
  if (STARTS_WITH_PATTERN.test(word)) return false;
  const [, name] = OPTION.exec(word) ?? [];
  return name === undefined || !TELLING_NAMES.test(name.toLowerCase());
}
