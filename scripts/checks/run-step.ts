import { userFacingLine } from "../user-facing-error.ts";
import { type Tally, tallyOf } from "./tally.ts";

/** A part of what the test command checks. */
export interface Step {
  name: string;
  /** What it may take on the slowest machine; then it hangs, and is ended. */
  limitMs: number;
  /** Once the signal is aborted it ends soon, and what it did not get to is no failure. */
  run: (signal: AbortSignal) => Promise<Tally>;
  /** What it was busy with, as far as can be known. */
  underWay?: () => string[];
}

// More than what a program gets to end by itself.
const usualPatienceMs = 30_000;

/**
 * Runs a step and ends it at its limit, which is a failure that names what hung. One that cannot even
 * be ended is left behind after `patienceMs`: this always returns.
 */
export async function runStep(
  { name, limitMs, run, underWay }: Step,
  interrupted: AbortSignal,
  patienceMs = usualPatienceMs,
): Promise<Tally> {
  const limit = new AbortController();
  const signal = AbortSignal.any([limit.signal, interrupted]);
  let hung: string[] = [];
  const limitTimer = setTimeout(() => {
    hung = underWay?.() ?? [];
    limit.abort();
  }, limitMs);
  let patienceTimer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<Tally>((resolve) => {
    const wait = () => {
      patienceTimer = setTimeout(() => resolve({ passed: 0, failures: [] }), patienceMs);
    };
    signal.addEventListener("abort", wait, { once: true });
  });
  const tally = await Promise.race([outcomeOf(name, run, signal), givenUp]);
  clearTimeout(limitTimer);
  clearTimeout(patienceTimer);
  if (!limit.signal.aborted) return tally;
  return { passed: tally.passed, failures: [hangOf(name, limitMs, hung), ...tally.failures] };
}

async function outcomeOf(name: string, run: Step["run"], signal: AbortSignal): Promise<Tally> {
  try {
    return await run(signal);
  } catch (error) {
    if (signal.aborted) return { passed: 0, failures: [] };
    console.error(userFacingLine(error) ?? error);
    return tallyOf(`${name}: ${userFacingLine(error) ?? String(error)}`, false);
  }
}

function hangOf(name: string, limitMs: number, hung: string[]): string {
  const what = hung.length === 0 ? "" : ` Under way:\n${hung.join("\n").replace(/^/gm, "    ")}`;
  return `${name}: hung. It was ended after ${Math.round(limitMs / 1000)} s.${what}`;
}
