/** A tree whose direct child has ended and that may have left something. */
export interface LeftTree {
  isAlive(): boolean;
  /** Called once, when nothing of it lives. */
  onEmpty(): void;
}

/** Looks after trees nobody asks about any more. */
export interface LeftTrees {
  /** The first look is in a moment, for most have left nothing. */
  add(tree: LeftTree): void;
  delete(tree: LeftTree): void;
}

/** Most commands are released before that, which looks by itself. */
const FIRST_LOOK_MS = 20;

/** How often what is left is looked at again. */
const LOOK_MS = 1_000;

/** A look can take some milliseconds, so that many trees are looked at in turns. */
const LOOKS_AT_A_TIME = 2;

/**
 * Forgets trees when they are empty, so that who never releases a command, or never asks what is left of it, keeps
 * nothing of it. Its timer does not keep this process running.
 */
export function createLeftTrees(lookMs: number = LOOK_MS): LeftTrees {
  const left = new Set<LeftTree>();
  let timer: NodeJS.Timeout | null = null;

  const look = (tree: LeftTree): void => {
    if (!left.delete(tree)) return;
    if (tree.isAlive()) left.add(tree); // behind the others
    else tree.onEmpty();
  };

  const lookInTurns = (): void => {
    timer = null;
    for (const tree of [...left].slice(0, LOOKS_AT_A_TIME)) look(tree);
    lookLater();
  };

  const lookLater = (): void => {
    if (left.size > 0) timer ??= setTimeout(lookInTurns, lookMs).unref();
  };

  return {
    add: (tree) => {
      left.add(tree);
      setTimeout(() => {
        look(tree);
        lookLater();
      }, FIRST_LOOK_MS).unref();
    },
    delete: (tree) => void left.delete(tree),
  };
}
