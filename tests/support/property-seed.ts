const VARIABLE = "PROPERTY_SEED";

/**
 * What everything that tests leave to chance is drawn from: the integer of PROPERTY_SEED, else a new one. Processes
 * that this one starts draw from the same one.
 */
export const propertySeed = readSeed(process.env[VARIABLE]);

process.env[VARIABLE] = `${propertySeed}`;

/** How to draw the same again. */
export const sameDraw = `${VARIABLE}=${propertySeed}`;

function readSeed(text: string | undefined): number {
  if (!text) return Math.floor(Math.random() * 2 ** 31);
  const seed = Number(text);
  if (!Number.isInteger(seed)) throw new Error(`${VARIABLE} is "${text}": give an integer.`);
  return seed;
}
