import fc, { type RunDetails } from "fast-check";

// The one place that configures property tests. Each run draws other examples; what fails says how to
// draw the same ones again.
const SEED_VARIABLE = "PROPERTY_SEED";

/** The seed of this run's examples: that of PROPERTY_SEED, else a new one. */
export const propertySeed = readSeed(process.env[SEED_VARIABLE]);

fc.configureGlobal({ seed: propertySeed, reporter: reportWithSeed });

export { fc };

function readSeed(text: string | undefined): number {
  if (!text) return Math.floor(Math.random() * 2 ** 31);
  const seed = Number(text);
  if (!Number.isInteger(seed)) throw new Error(`${SEED_VARIABLE} is "${text}": give an integer.`);
  return seed;
}

function reportWithSeed<Values>(details: RunDetails<Values>): void {
  if (!details.failed) return;
  throw new Error(
    `${fc.defaultReportMessage(details)}\n\nThe same examples again: ${SEED_VARIABLE}=${details.seed}`,
    { cause: details.errorInstance },
  );
}
