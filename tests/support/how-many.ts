/** How often a test does what finds more the longer it goes on: in `npm test`, or in `npm run soak`. */
export function howMany(inTest: number, inSoak: number): number {
  return process.env.SOAK ? inSoak : inTest;
}
