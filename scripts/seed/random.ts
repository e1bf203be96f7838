/** Numbers that look random and are the same for the same start (mulberry32). */
export class Random {
  #state: number;

  constructor(start: number) {
    this.#state = start >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    const a = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    const b = a ^ (a + Math.imul(a ^ (a >>> 7), a | 61));
    return ((b ^ (b >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }

  /** How long something takes that happens at a constant rate, in the unit of its mean. */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  /** At least 1, mostly small, sometimes very large: a few have most of it. */
  powerLaw(exponent: number, most: number): number {
    return Math.min(most, (1 - this.next()) ** (-1 / exponent));
  }
}

/** The stream of one thing of a store. Streams of different things have nothing to do with each other. */
export function streamOf(seed: number, kind: string, index: number): Random {
  let hash = 0x811c9dc5 ^ seed;
  for (let place = 0; place < kind.length; place += 1) hash = mix(hash ^ kind.charCodeAt(place));
  return new Random(mix(mix(hash ^ index) ^ Math.floor(index / 2 ** 32)));
}

function mix(value: number): number {
  const a = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  const b = Math.imul(a ^ (a >>> 15), 0x735a2d97);
  return b ^ (b >>> 15);
}

/** Draws from values with weights. */
export class Choice<T> {
  readonly #values: readonly (readonly [T, number])[];
  readonly #total: number;

  constructor(values: readonly (readonly [T, number])[]) {
    this.#values = values;
    this.#total = values.reduce((sum, [, weight]) => sum + weight, 0);
  }

  draw(random: Random): T {
    let left = random.next() * this.#total;
    for (const [value, weight] of this.#values) {
      left -= weight;
      if (left < 0) return value;
    }
    return (this.#values.at(-1) as readonly [T, number])[0];
  }
}
