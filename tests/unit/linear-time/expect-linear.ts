import { expect } from "vitest";

/** Of which growth is believed when it is near its limit. When it is clearly below it, one round says so. */
const FEWEST_ROUNDS = 5;
const MOST_ROUNDS = 40;
/** A glance by the clock is as short as what a busy machine's scheduler deals out. */
const GLANCE_MS = 2;
const GLANCES = 3;
/** Systems count processor time in steps of some milliseconds, which a round has to be long against. */
const ROUND_MS = 15;
/** No new round is begun after so much work: what is quadratic at its largest input would take minutes for all. */
const MOST_WORK_MS = 10_000;
/** Twice the input takes twice the time; four times is quadratic. Between them stands what noise adds. */
const MOST_GROWTH = 3;
const CLEAR_GROWTH = 2.5;
const MOST_GROWTH_EIGHTFOLD = 24;
/** The same power of the size as eightfold. */
const MOST_GROWTH_FOURFOLD = 8.3;

/**
 * Runs `work` at `size` and at twice that, in turns, awaits what it promises, and expects about twice the time: that of this thread on
 * a processor, of which nothing that runs beside it takes a part.
 *
 * @param size the largest input that callers may send.
 * @param inputOf makes an input of a size; not measured.
 */
export async function expectLinear<T>(
  size: number,
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
): Promise<void> {
  const [once, twice] = [inputOf(size), inputOf(2 * size)];
  if (
    await looksLinear(
      () => work(once),
      () => work(twice),
    )
  )
    return;
  const times = await repetitionsFor(() => work(once), ROUND_MS, threadMs);
  let onceMs = 0;
  let twiceMs = 0;
  let rounds = 0;
  while (rounds < MOST_ROUNDS && (rounds === 0 || twiceMs * times < MOST_WORK_MS)) {
    onceMs += await msOf(times, () => work(once), threadMs);
    twiceMs += await msOf(times, () => work(twice), threadMs);
    rounds += 1;
    const growth = twiceMs / onceMs;
    if (growth < CLEAR_GROWTH || (growth < MOST_GROWTH && rounds >= FEWEST_ROUNDS)) return;
  }
  await expectLinearFarOut(onceMs / rounds, inputOf(8 * size), work, twiceMs / rounds);
}

/**
 * Whether a glance shows what is clearly linear, as nearly all is. By the clock, which other work on the machine makes later, each the
 * least of a few rounds: what it does not show is decided by processor time, so nothing fails by it.
 */
async function looksLinear(once: () => unknown, twice: () => unknown): Promise<boolean> {
  const times = await repetitionsFor(once, GLANCE_MS, now);
  const [onceMs, twiceMs] = [[], []] as [number[], number[]];
  for (let glance = 0; glance < GLANCES; glance += 1) {
    onceMs.push(await msOf(times, once, now));
    twiceMs.push(await msOf(times, twice, now));
  }
  return Math.min(...twiceMs) / Math.min(...onceMs) < CLEAR_GROWTH;
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
  const times = await repetitionsFor(() => work(eightfold), ROUND_MS, threadMs);
  const eightfoldMs = await msOf(times, () => work(eightfold), threadMs);
  if (eightfoldMs / twiceMs < MOST_GROWTH_FOURFOLD) return;
  const growth = `growth from ${onceMs} ms to ${twiceMs} ms and ${eightfoldMs} ms`;
  expect(eightfoldMs / onceMs, growth).toBeLessThan(MOST_GROWTH_EIGHTFOLD);
}

/** A time in milliseconds, of which two tell how long something took. */
type Watch = () => number;

const now: Watch = () => performance.now();

/** How often the work must run to take so long that it can be measured. */
async function repetitionsFor(work: () => unknown, ms: number, watch: Watch): Promise<number> {
  for (let times = 1; ; times *= 2) {
    if (times * (await msOf(times, work, watch)) >= ms) return times;
  }
}

/** Of one run, in the mean of `times`. */
async function msOf(times: number, work: () => unknown, watch: Watch): Promise<number> {
  const start = watch();
  for (let done = 0; done < times; done += 1) {
    const worked = work();
    if (worked instanceof Promise) await worked;
  }
  return (watch() - start) / times;
}

/** What this thread has had of a processor. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
