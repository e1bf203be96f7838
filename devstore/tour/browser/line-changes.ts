/** A line of a page that has changed, is new, or is gone; below the line that stands above it, which has not changed. */
export interface LineChange {
  above: string | null;
  old: string | null;
  fresh: string | null;
}

/** An amount, a share, or a dash. */
const isWordless = (text: string) => !/\p{L}{2}/u.test(text);
/** Those with a clock time are entries of a log, of which none becomes another one. */
const logEntry = /\d:\d\d/;

/** What became of the lines of a page, by their longest common sequence; lines that are gone come last. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const common = longestFrom(before, after);
  const changes: LineChange[] = [];
  let above: string | null = null;
  let olds: string[] = [];
  let fresh: string[] = [];
  const end = () => {
    changes.push(...pairsOf(olds, fresh).map((pair) => ({ above, ...pair })));
    [olds, fresh] = [[], []];
  };
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const old = before[i];
    const next = after[j];
    if (old !== undefined && old === next) {
      end();
      above = old;
      i += 1;
      j += 1;
    } else if (
      old !== undefined &&
      (next === undefined || at(common, i + 1, j) >= at(common, i, j + 1))
    ) {
      olds.push(old);
      i += 1;
    } else {
      fresh.push(next ?? "");
      j += 1;
    }
  }
  end();
  return [
    ...changes.filter((change) => change.fresh !== null),
    ...changes.filter((change) => change.fresh === null),
  ];
}

type Pair = Pick<LineChange, "old" | "fresh">;

/** Which of the lines that went are those that came, in other words. */
function pairsOf(olds: readonly string[], fresh: readonly string[]): Pair[] {
  const left = [...olds];
  const gone: string[] = [];
  const isOne = olds.length === 1 && fresh.length === 1;
  const came = fresh.map((text): Pair => {
    const like = left.findIndex((old) => isAlike(old, text, isOne));
    const old = like < 0 ? null : (left[like] ?? null);
    // Lines keep their order: those before it are gone.
    if (old !== null) gone.push(...left.splice(0, like + 1).slice(0, -1));
    return { old, fresh: text };
  });
  return [...came, ...[...gone, ...left].map((old): Pair => ({ old, fresh: null }))];
}

function isAlike(old: string, text: string, isOne: boolean): boolean {
  if (logEntry.test(old) || logEntry.test(text)) return false;
  if (isOne || (isWordless(old) && isWordless(text))) return true;
  const words = new Set(old.split(" "));
  const shared = text.split(" ").filter((word) => words.has(word)).length;
  return shared * 2 >= Math.max(words.size, text.split(" ").length);
}

/** How many lines are common to both from there on. */
function longestFrom(before: readonly string[], after: readonly string[]): number[][] {
  const common = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const longest =
        before[i] === after[j]
          ? at(common, i + 1, j + 1) + 1
          : Math.max(at(common, i + 1, j), at(common, i, j + 1));
      const row = common[i];
      if (row !== undefined) row[j] = longest;
    }
  }
  return common;
}

function at(common: number[][], i: number, j: number): number {
  return common[i]?.[j] ?? 0;
}
