import { expect } from "vitest";

/** Of which growth is believed when it is near its limit, and when it is clearly below it. */
const FEWEST_ROUNDS = 7;
const FEWEST_CLEAR_ROUNDS = 2;
const MOST_ROUNDS = 60;
const ROUND_MS = 2;
/** No new round is begun after so long: what is quadratic at its largest input would take minutes for all. */
const LONGEST_MS = 10_000;
/** Twice the input takes twice the time; four times is quadratic. Between them stands what noise adds. */
const MOST_GROWTH = 3;
const CLEAR_GROWTH = 2.5;
const MOST_GROWTH_EIGHTFOLD = 24;
/** The same power of the size as eightfold. */
const MOST_GROWTH_FOURFOLD = 8.3;

/**
 * Runs `work` at `size` and at twice that, awaits what it promises, and expects about twice the time. Each time is the least of many
 * short rounds, which take turns: whatever else a busy machine does only ever adds to one, and a round is shorter than what its
 * scheduler deals out.
 *
 * @param size the largest input that callers may send.
 * @param inputOf makes an input of a size; not measured.
 */
export async function expectLinear<T>(
  size: number,
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
): Promise<void> {
  const once = inputOf(size);
  const twice = inputOf(2 * size);
  const times = await repetitionsFor(() => work(once));
  let onceMs = Number.POSITIVE_INFINITY;
  let twiceMs = Number.POSITIVE_INFINITY;
  const begun = performance.now();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round > 0 && performance.now() - begun > LONGEST_MS) break;
    onceMs = Math.min(onceMs, await msOf(times, () => work(once)));
    twiceMs = Math.min(twiceMs, await msOf(times, () => work(twice)));
    const growth = twiceMs / onceMs;
    const fewest = growth < CLEAR_GROWTH ? FEWEST_CLEAR_ROUNDS : FEWEST_ROUNDS;
    if (growth < MOST_GROWTH && round + 1 >= fewest) return;
  }
  await expectLinearFarOut(onceMs, inputOf(8 * size), work, twiceMs);
}

/**
 * Where noise makes twice the input look like more than it is, eight times the input decides: it takes eight
 * times as long when the work is linear, and 64 times when it is quadratic. Or four times as long as twice the input does, and 16 times:
 * what outgrows the memory that is kept for small things pays once for the step, and grows on as before.
 */
async function expectLinearFarOut<T>(
  onceMs: number,
  eightfold: T,
  work: (input: T) => unknown,
  twiceMs: number,
): Promise<void> {
  let eightfoldMs = Number.POSITIVE_INFINITY;
  const begun = performance.now();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round > 0 && performance.now() - begun > LONGEST_MS) break;
    eightfoldMs = Math.min(eightfoldMs, await msOf(1, () => work(eightfold)));
    if (eightfoldMs / onceMs < MOST_GROWTH_EIGHTFOLD) return;
    if (eightfoldMs / twiceMs < MOST_GROWTH_FOURFOLD) return;
  }
  const growth = `growth from ${onceMs} ms to ${twiceMs} ms and ${eightfoldMs} ms`;
  expect(eightfoldMs / onceMs, growth).toBeLessThan(MOST_GROWTH_EIGHTFOLD);
}

/** How often the work must run to take long enough to be measured. */
async function repetitionsFor(work: () => unknown): Promise<number> {
  for (let times = 1; ; times *= 2) {
    if (times * (await msOf(times, work)) >= ROUND_MS) return times;
  }
}

/** Of one run, in the mean of `times`. */
async function msOf(times: number, work: () => unknown): Promise<number> {
  const start = performance.now();
  for (let done = 0; done < times; done += 1) {
    const worked = work();
    if (worked instanceof Promise) await worked;
  }
  return (performance.now() - start) / times;
}
