/** What programs that take such an expression are called. */
export const FIND_NAMES: ReadonlySet<string> = new Set(["find"]);

/** Parts of an expression that look or print, with how many words follow. The others run, write or delete. */
const WORDS_AFTER: ReadonlyMap<string, number> = new Map([
  ...toEntries(0, "( ) ! , -a -o -not -and -or -true -false -H -L -P -follow -daystart -depth -d"),
  ...toEntries(0, "-mount -xdev -noleaf -empty -readable -writable -executable -nouser -nogroup"),
  ...toEntries(0, "-print -print0 -ls -prune -quit -ignore_readdir_race -warn -nowarn"),
  ...toEntries(1, "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype"),
  ...toEntries(1, "-lname -ilname -type -xtype -size -perm -user -group -uid -gid -links -inum"),
  ...toEntries(1, "-amin -atime -cmin -ctime -mmin -mtime -newer -anewer -cnewer -used -samefile"),
  ...toEntries(1, "-maxdepth -mindepth -fstype -printf"),
]);

function toEntries(count: number, names: string): readonly (readonly [string, number])[] {
  return names.split(" ").map((name) => [name, count]);
}

/** `-newerXY` compares with a file or a time. */
const NEWER = /^-newer[aBcm][aBcmt]$/;

/** True when `find` with these arguments only looks and prints. */
export function isPureFind(words: readonly string[]): boolean {
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const count = NEWER.test(word) ? 1 : WORDS_AFTER.get(word);
    if (count === undefined && word.startsWith("-")) return false;
    if (count === 1 && rest.shift() === undefined) return false;
  }
  return true;
}
