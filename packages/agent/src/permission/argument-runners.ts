/**
 * Programs that run what their arguments say, also behind a subcommand, by names in lower case. To allow them with any
 * arguments is to allow everything, so only the very same command is ever offered.
 */
export const RUNS_ARGUMENTS: ReadonlySet<string> = toSet([
  // shells, and words of the shell
  "sh bash dash ash zsh ksh mksh yash fish csh tcsh xonsh elvish busybox toybox nu pwsh powershell cmd wscript cscript",
  "eval exec source . command builtin alias unalias trap env export set declare typeset readonly local enable hash",
  // other users, other places
  "sudo doas su runuser setpriv capsh pkexec ssh sshpass mosh rsh scp sftp chroot proot fakeroot unshare nsenter systemd-run",
  "bwrap firejail flatpak snap docker docker-compose podman podman-compose nerdctl kubectl oc lxc incus vagrant wsl wine qemu",
  "ansible salt fab nc ncat netcat socat telnet ftp lftp",
  // around a command
  "nohup nice ionice chrt taskset numactl prlimit time timeout stdbuf unbuffer setsid script watch entr xargs parallel rush",
  "strace ltrace gdb lldb rr perf valgrind hyperfine flock lockfile at batch crontab tmux screen dtach nodemon pm2 forever",
  "concurrently xvfb-run dbus-run-session rlwrap start-stop-daemon launchctl open xdg-open start",
  // interpreters, and what has one inside
  "node nodejs deno bun tsx ts-node vite-node python pypy ipython ruby perl raku php lua luajit tclsh wish expect rscript r julia",
  "octave gnuplot guile racket sbcl clojure elixir iex erl escript scala kotlin groovy java jshell ghci runghc ocaml swipl irb",
  "osascript awk gawk mawk nawk sed ed ex vi vim nvim view vimdiff emacs nano less more most man m4 dc bc sqlite psql mysql mongosh",
  // with an option that runs a program or writes where it likes
  "find fd fdfind tar bsdtar cpio zip unzip rsync curl wget sort split uniq shuf xxd iconv tree ld gcc g++ cc c++ clang clang++",
  // that run what a file or a package says
  "make gmake bmake ninja just task rake ant sbt bazel buck invoke tox nox npx bunx pipx uvx corepack lerna nx turbo",
  "conda mamba pdm hatch rye pixi pipenv gem nix nix-shell direnv asdf mise volta fnm rustup",
]);

/** Subcommands that run what their arguments say, the programs of a package included. */
export const RUNS_ARGUMENTS_BEHIND: ReadonlySet<string> = new Set(
  Object.entries({
    git: [
      "archive bisect clone config credential daemon difftool fetch filter-branch for-each-repo grep hook init instaweb",
      "ls-remote mergetool p4 pull push rebase send-email submodule svn",
    ],
    npm: ["add config create exec explore i init install install-test it pkg set update x"],
    pnpm: ["add config create dlx exec i install update"],
    yarn: ["add config create dlx exec global install node upgrade workspace workspaces"],
    cargo: ["install run"],
    go: ["env generate get install run tool"],
    poetry: ["add config install run"],
    uv: ["add pip run sync tool"],
    pip: ["config download install wheel"],
    dotnet: ["exec run tool"],
    gh: ["alias config extension"],
    bundle: ["config exec"],
    composer: ["config exec global install require update"],
    brew: ["install upgrade"],
    apt: ["install"],
    "apt-get": ["install"],
    rails: ["runner"],
    mix: ["run"],
    swift: ["run"],
    flutter: ["run"],
    terraform: ["console"],
    helm: ["plugin"],
    mvn: ["exec"],
    systemctl: ["edit"],
  }).flatMap(([program, lists]) => [...toSet(lists)].map((name) => `${program} ${name}`)),
);

function toSet(lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "));
}
