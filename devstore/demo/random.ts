/** Pseudorandom numbers, the same for the same seed, so every demo store is alike. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1 (the generator known as mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** One of the items by its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T {
    let rest = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return (items.at(-1) as readonly [T, number])[0];
  }

  /** Hexadecimal digits, for ids that look like the platform's. */
  hex(length: number): string {
    return Array.from({ length }, () => this.between(0, 15).toString(16)).join("");
  }

  uuid(): string {
    const digits = this.hex(30);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-a${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
  }
}
