import { PlatformFailure } from "../platform-failure.ts";
import type { PointsTold } from "./admin-answer.ts";

/** How time passes, in milliseconds. A test has its own. */
export interface Passing {
  now(): number;
  wait(ms: number): Promise<void>;
}

/** Points that a call has taken, to be given to {@link StorePoints.ended}. */
export interface Taken {
  readonly points: number;
  /** How many answers had come when the call was sent. */
  readonly answers: number;
}

interface Wish {
  /** Points that must be there. */
  points: number;
  /** It gives up after so long. */
  patienceMs: number;
  /** Its turn has come before: it stands at the head of the line. */
  isFirst: boolean;
}

interface InLine {
  readonly points: number;
  readonly until: number;
  admit(): void;
  giveUp(): void;
}

/**
 * What is left of a store's points on the platform, as far as this process knows: as the last answer said, with what has come back
 * since, and without what calls under way may use. Calls for which there are too few stand in line, so that the platform need not
 * refuse them and the first to come is the first to be served.
 *
 * Source: the platform's "API limits": a bucket of points for each app and store, which fills at a steady rate.
 */
export class StorePoints {
  readonly #passing: Passing;
  readonly #minimumLevel: number;
  #told: (PointsTold & { at: number }) | null = null;
  /** That have said something of the points. */
  #answers = 0;
  #underWay = 0;
  #line: InLine[] = [];
  /** When the line is looked at next, unless an answer comes before. */
  #nextLookAt = Number.POSITIVE_INFINITY;

  /**
   * @param minimumLevel how full the bucket must be before any call, 0 to 1. Processes that keep to the same level are served alike,
   *   whatever their calls cost up to it: one that makes small calls does not take the points that another waits for. It leaves
   *   the rest to processes that keep to none.
   */
  constructor(passing: Passing, minimumLevel: number) {
    this.#passing = passing;
    this.#minimumLevel = minimumLevel;
  }

  /** Waits until a call of so many points could be made. It takes none. @throws as {@link take} does. */
  async turn(wish: Wish): Promise<void> {
    await this.#standInLine(wish, () => {});
  }

  /**
   * Waits for a call's points and takes them, until {@link ended}.
   *
   * @throws PlatformFailure `unavailable` when they are not there in time.
   */
  take(wish: Wish): Promise<Taken> {
    return this.#standInLine(wish, () => {
      this.#underWay += wish.points;
      return { points: wish.points, answers: this.#answers };
    });
  }

  /** A call is over. @param told what its answer says of the store's points; null when it says nothing. */
  ended({ points, answers }: Taken, told: PointsTold | null): void {
    this.#underWay -= points;
    if (told) {
      // Of calls that were under way together, the platform may have seen any first. Who was last was told the least.
      const knowsAll = answers === this.#answers;
      if (knowsAll || told.available < this.#available()) {
        this.#told = { ...told, at: this.#passing.now() };
      }
      this.#answers += 1;
    } else if (this.#told) {
      this.#told.available -= points;
    }
    this.#goOn();
  }

  /** Until a call of so many points may be made; 0 when it may, and while no answer has said anything. */
  msUntil(points: number): number {
    if (!this.#told) return 0;
    const { most, restoreRate } = this.#told;
    // A call that is dearer than the whole bucket passes when that is full.
    const needed = Math.min(most, Math.max(points, most * this.#minimumLevel));
    return Math.max(0, ((needed + this.#underWay - this.#available()) / restoreRate) * 1000);
  }

  /** As last told, with what has come back since. */
  #available(): number {
    if (!this.#told) return Number.POSITIVE_INFINITY;
    const { available, most, restoreRate, at } = this.#told;
    return Math.min(most, available + ((this.#passing.now() - at) / 1000) * restoreRate);
  }

  #standInLine<T>({ points, patienceMs, isFirst }: Wish, takePoints: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const until = this.#passing.now() + patienceMs;
      const admit = () => resolve(takePoints());
      const giveUp = () => reject(throttled());
      const one = { points, until, admit, giveUp };
      if (isFirst) this.#line.unshift(one);
      else this.#line.push(one);
      this.#goOn();
    });
  }

  /** Lets those go whose points are there, and those whose patience is over. */
  #goOn(): void {
    let [head] = this.#line;
    for (; head && this.msUntil(head.points) <= 0; [head] = this.#line) {
      this.#line.shift();
      head.admit();
    }
    const now = this.#passing.now();
    const late = this.#line.filter(({ until }) => until <= now);
    if (late.length > 0) {
      this.#line = this.#line.filter(({ until }) => until > now);
      for (const one of late) one.giveUp();
      this.#goOn();
    } else if (head) {
      const firstEnd = this.#line.reduce((least, { until }) => Math.min(least, until), Infinity);
      void this.#lookAt(Math.min(now + this.msUntil(head.points), firstEnd));
    }
  }

  async #lookAt(at: number): Promise<void> {
    if (at >= this.#nextLookAt) return;
    this.#nextLookAt = at;
    await this.#passing.wait(Math.max(1, Math.ceil(at - this.#passing.now())));
    if (this.#nextLookAt !== at) return;
    this.#nextLookAt = Number.POSITIVE_INFINITY;
    this.#goOn();
  }
}

export const throttled = () =>
  new PlatformFailure("unavailable", "The platform is throttling this store", "THROTTLED");
