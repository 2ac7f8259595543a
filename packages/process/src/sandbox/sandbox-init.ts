import { isAbsolute } from "node:path";
import { findOnPath } from "../request/find-shell.ts";

/** The interpreter of the first process in a sandbox. */
export interface SandboxInit {
  readonly kind: "perl" | "node";
  readonly file: string;
}

/** Where systems keep perl; the command's own `PATH` has no say. */
const PERL_PATH = "/usr/bin:/bin:/usr/local/bin";

/**
 * What becomes bubblewrap. It ignores what ends a command, for bubblewrap's outer process to live until the command has
 * ended; and takes the command's descriptors aside, for bubblewrap's inner process not to hold the output of a command
 * that has ended. `$1` is the report, in which bubblewrap's own complaints end up too.
 *
 * Descriptors: 3, 4 and 5 are the command's 0, 1 and 2; 9 is the report.
 */
const OUTER_SCRIPT = `
trap '' HUP INT QUIT USR1 USR2 ALRM TERM
[ "\${NODE_OPTIONS+set}" ] && export TERMWIRE_NODE_OPTIONS="$NODE_OPTIONS" && unset NODE_OPTIONS
exec 9>>"$1" 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&9
shift
exec "$@"`;

/**
 * The first process in the sandbox, which runs the command and reports how it started and ended: bubblewrap turns a
 * death by signal n into the code 128+n. In perl, which starts in 3 ms; handlers are reset in what is executed. It
 * closes what it inherited: a directory that some parent of ours left open would lead out of the sandbox.
 */
const PERL_SCRIPT = `
$SIG{$_} = sub {} for qw(HUP INT QUIT USR1 USR2 ALRM TERM);
open(my $report, '>>', '/proc/self/fd/9') or exit 125;
open(STDIN, '<&', 3) and open(STDOUT, '>&', 4) and open(STDERR, '>&', 5) or exit 125;
opendir(my $open, '/proc/self/fd') or exit 125;
for (grep { /^\\d+$/ and $_ > 2 and $_ != fileno $report and $_ != fileno $open } readdir $open) {
  open(my $aside, '<&=', $_) and close $aside;
}
closedir $open;
delete $ENV{PERL_BADLANG};
$ENV{NODE_OPTIONS} = delete $ENV{TERMWIRE_NODE_OPTIONS} if exists $ENV{TERMWIRE_NODE_OPTIONS};
pipe(my $failed, my $fails) or exit 125;
my $pid = fork;
defined $pid or exit 125;
if (!$pid) { no warnings; exec { $ARGV[0] } @ARGV; syswrite $fails, $! + 0; kill 'KILL', $$ }
close $fails;
if (sysread $failed, my $errno, 9) { syswrite $report, "failed $errno\\n"; exit 127 }
syswrite $report, "started\\n";
until (waitpid($pid, 0) == $pid) {}
my $signal = $? & 127;
syswrite $report, $signal ? "signaled $signal\\n" : 'exited ' . ($? >> 8) . "\\n";
exit($signal ? 128 + $signal : $? >> 8);`;

/** The same where there is no perl. */
const NODE_SCRIPT = `
const { closeSync, openSync, readFileSync, readdirSync, writeSync } = require("node:fs");
const { constants } = require("node:os");
const names = ["HUP", "INT", "QUIT", "USR1", "USR2", "ALRM", "TERM"];
for (const name of names) process.on("SIG" + name, () => {});
const report = openSync("/proc/self/fd/9", "a");
closeSync(9);
const { TERMWIRE_NODE_OPTIONS, ELECTRON_RUN_AS_NODE, ...env } = process.env;
if (TERMWIRE_NODE_OPTIONS !== undefined) env.NODE_OPTIONS = TERMWIRE_NODE_OPTIONS;
const [file, ...args] = process.argv.slice(1);
const inherited = readdirSync("/proc/self/fd").map(Number).filter((fd) => fd > 5 && isInherited(fd));
for (const fd of inherited) closeSync(fd);
function isInherited(fd) {
  try {
    const [, flags] = /^flags:\\s+(\\d+)/m.exec(readFileSync("/proc/self/fdinfo/" + fd, "latin1"));
    return (parseInt(flags, 8) & 0o2000000) === 0;
  } catch {
    return false;
  }
}
const aside = openSync("/dev/null");
const stdio = [3, 4, 5, aside, aside, aside];
const child = require("node:child_process").spawn(file, args, { stdio, env });
child.once("error", (error) => { writeSync(report, "failed " + -error.errno + "\\n"); process.exit(127); });
child.once("spawn", () => writeSync(report, "started\\n"));
child.once("exit", (code, signal) => {
  const number = signal === null ? 0 : constants.signals[signal];
  writeSync(report, signal === null ? "exited " + code + "\\n" : "signaled " + number + "\\n");
  process.exit(signal === null ? code : 128 + number);
});`;

/** Finds what the first process is run by: perl, and else the runtime of this process. */
export function findSandboxInit(path: string = PERL_PATH): SandboxInit {
  const perl = findOnPath("perl", path);
  if (perl !== null && isAbsolute(perl)) return { kind: "perl", file: perl };
  return { kind: "node", file: process.execPath };
}

/** What the first process alone is told; it does not pass it on. */
const SETTINGS = {
  perl: ["--setenv", "PERL_BADLANG", "0"],
  node: ["--setenv", "ELECTRON_RUN_AS_NODE", "1"],
} as const;

/** The parts of a launch in a sandbox. */
export interface SandboxLaunch {
  readonly bubblewrap: string;
  readonly options: readonly string[];
  readonly init: SandboxInit;
  /** Path under which the report can be opened for writing. */
  readonly reportPath: string;
  readonly program: readonly [file: string, ...args: string[]];
}

/** The arguments of `/bin/sh` that run a program in a sandbox and report about it. */
export function planSandboxLaunch(launch: SandboxLaunch): string[] {
  const { bubblewrap, options, init, reportPath, program } = launch;
  const settings = SETTINGS[init.kind];
  const script = init.kind === "perl" ? PERL_SCRIPT : NODE_SCRIPT;
  const inside = [...settings, "--", init.file, "-e", script, "--", ...program];
  return ["-c", OUTER_SCRIPT, "sh", reportPath, bubblewrap, ...options, ...inside];
}
