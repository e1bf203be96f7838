/** The number of repetitions of a randomized test: in `npm test`, or in `npm run soak`. */
export function howMany(inTest: number, inSoak: number): number {
  return process.env.SOAK ? inSoak : inTest;
}
