import { userFacingLine } from "#scripts/process/user-facing-error.ts";
import type { Failure, Tally } from "./tally.ts";

/** A part of what the test command checks. */
export interface Step {
  name: string;
  /** How long it may take without a sign of progress, on the slowest machine: then it hangs, and is ended. */
  limitMs: number;
  /** Once the signal is aborted it ends soon, and what it did not get to is no failure. */
  run: (signal: AbortSignal) => Promise<Tally>;
  /** When it last made progress, as milliseconds of the epoch; without it that is when it ends. */
  lastProgressMs?: () => number;
  /** What it is busy with, as far as can be known. */
  underWay?: () => string[];
}

// More than what a program gets to end by itself.
const usualPatienceMs = 30_000;

/**
 * Runs a step and ends it at its limit, which is a failure that names what hung. One that cannot even
 * be ended is left behind after `patienceMs`: this always returns.
 */
export async function runStep(
  step: Step,
  interrupted: AbortSignal,
  patienceMs = usualPatienceMs,
): Promise<Tally> {
  const { name, limitMs, underWay } = step;
  const limit = new AbortController();
  const signal = AbortSignal.any([limit.signal, interrupted]);
  let hung: string[] = [];
  const watch = watchProgress(step, () => {
    hung = underWay?.() ?? [];
    limit.abort();
  });
  let patienceTimer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<Tally>((resolve) => {
    const wait = () => {
      patienceTimer = setTimeout(() => resolve({ passed: 0, failures: [] }), patienceMs);
    };
    signal.addEventListener("abort", wait, { once: true });
  });
  const tally = await Promise.race([outcomeOf(step, signal), givenUp]);
  watch.end();
  clearTimeout(patienceTimer);
  if (!limit.signal.aborted) return tally;
  return { passed: tally.passed, failures: [hangOf(name, limitMs, hung), ...tally.failures] };
}

function watchProgress({ limitMs, lastProgressMs }: Step, onHang: () => void): { end: () => void } {
  const beganMs = Date.now();
  let timer: NodeJS.Timeout;
  const waitFor = (ms: number) => {
    timer = setTimeout(() => {
      const idleMs = Date.now() - Math.max(beganMs, lastProgressMs?.() ?? 0);
      if (idleMs >= limitMs) onHang();
      else waitFor(limitMs - idleMs);
    }, ms);
  };
  waitFor(limitMs);
  return { end: () => clearTimeout(timer) };
}

async function outcomeOf({ name, run }: Step, signal: AbortSignal): Promise<Tally> {
  try {
    return await run(signal);
  } catch (error) {
    if (signal.aborted) return { passed: 0, failures: [] };
    console.error(userFacingLine(error) ?? error);
    return {
      passed: 0,
      failures: [{ title: name, message: userFacingLine(error) ?? String(error) }],
    };
  }
}

function hangOf(title: string, limitMs: number, hung: string[]): Failure {
  const seconds = Math.round(limitMs / 1000);
  const what = hung.length === 0 ? "" : ` Under way:\n${hung.join("\n").replace(/^/gm, "    ")}`;
  return { title, message: `hung. It was ended after ${seconds} s without progress.${what}` };
}
