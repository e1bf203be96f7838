import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "#app/lib/log.ts";
import { PlatformFailure } from "../platform-failure.ts";
import { type AdminAnswer, readAdminAnswer, readBrokenRequest } from "./admin-answer.ts";
import type { TypedDocumentString } from "./admin-operations.generated.ts";
import { adminApiVersion } from "./api-version.ts";
import type { OfflineTokens } from "./auth/offline-tokens.ts";
import type { PlatformFetch } from "./route-to-devstore.ts";
import { type Passing, StorePoints, type Taken, throttled } from "./store-points.ts";

interface CallOptions {
  /**
   * Says that running this mutation twice does no more than once, so that it may be sent again when
   * its answer was lost. Queries always may.
   */
  repeatable?: boolean;
  /** Is told what the answer said beside its data. */
  observe?: (answer: { hidden: readonly string[]; date: Date | null }) => void;
  /** Its turn has come before ({@link AdminClient.turn}), so it stands at the head of the line. */
  isFirst?: boolean;
}

export interface AdminClient {
  /**
   * Runs one operation with the store's own token.
   *
   * @throws PlatformFailure `not_connected` without a token that the platform accepts, `refused` when
   * it says no, `unavailable` when it throttles beyond our patience or gives no answer.
   */
  run<Result, Variables>(
    shopDomain: string,
    operation: TypedDocumentString<Result, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Result>;
  /**
   * Waits until the store has the points for a call of this kind: what it asks for can be decided after that.
   *
   * @throws PlatformFailure `unavailable` when that takes longer than our patience.
   */
  turn(shopDomain: string, operation: { toString(): string }): Promise<void>;
}

export interface AdminClientConfig {
  fetch: PlatformFetch;
  tokens: OfflineTokens;
  log: Logger;
  /** A test looks at the waits instead of waiting. */
  passing?: Passing;
  limits?: Partial<CallLimits>;
  /** See {@link StorePoints}; 0 unless said. */
  minimumLevel?: number;
}

export interface CallLimits {
  /** One request, from its sending to the end of its answer. */
  timeoutMs: number;
  /** All waits of one call together: for its points, and for a platform that throttles or does not answer. */
  patienceMs: number;
  /** The maximum number of attempts of a request without a response. */
  attempts: number;
}

const usualLimits: CallLimits = { timeoutMs: 10_000, patienceMs: 20_000, attempts: 4 };
const firstBackoffMs = 250;
/** What most calls cost: so much is reckoned with until an answer says what a call of the kind costs. */
const usualPoints = 10;

export function createAdminClient(config: AdminClientConfig): AdminClient {
  const limits = { ...usualLimits, ...config.limits };
  const passing = config.passing ?? { now: () => performance.now(), wait: (ms) => delay(ms) };
  const pointsOfStores = new Map<string, StorePoints>();
  /** What an operation was reckoned to cost the last time, by its text. */
  const costs = new Map<string, number>();

  function pointsOf(shopDomain: string): StorePoints {
    const known = pointsOfStores.get(shopDomain);
    if (known) return known;
    const points = new StorePoints(passing, config.minimumLevel ?? 0);
    pointsOfStores.set(shopDomain, points);
    return points;
  }

  const costOf = (text: string) => costs.get(text) ?? usualPoints;

  async function send(shopDomain: string, token: string, body: string): Promise<AdminAnswer> {
    try {
      const response = await config.fetch(
        `https://${shopDomain}/admin/api/${adminApiVersion}/graphql.json`,
        {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json",
            "x-shopify-access-token": token,
          },
          body,
          signal: AbortSignal.timeout(limits.timeoutMs),
        },
      );
      return await readAdminAnswer(response);
    } catch (error) {
      return readBrokenRequest(error);
    }
  }

  return {
    async run(shopDomain, operation, variables, options = {}) {
      const text = operation.toString();
      const body = JSON.stringify({ query: text, variables });
      const repeatable = options.repeatable === true || !/^\s*mutation\b/.test(text);
      const call = new Patience(limits, passing);
      const points = pointsOf(shopDomain);
      let token = await config.tokens.current(shopDomain);
      let renewed = false;
      for (let isFirst = options.isFirst ?? false; ; isFirst = true) {
        const taken = await call.take(points, costOf(text), isFirst);
        const answer = await send(shopDomain, token, body);
        const told = "points" in answer ? answer.points : null;
        if (told) costs.set(text, told.requested);
        points.ended(taken, told);
        if (answer.kind === "data") {
          options.observe?.(answer);
          if (answer.hidden.length > 0) {
            config.log.warn({ shop: shopDomain, fields: answer.hidden }, "platform hides fields");
          }
          // The types come from the schema that the platform answers by; nothing else reads this value.
          return answer.data as never;
        }
        if (answer.kind === "unauthorized" && !renewed) {
          renewed = true;
          token = await config.tokens.replace(shopDomain, token);
        } else if (answer.kind === "throttled") {
          const afterMs = told ? points.msUntil(told.requested) : answer.afterMs;
          config.log.info({ shop: shopDomain, afterMs }, "platform throttles");
          await call.waitThrottled(afterMs);
        } else if (answer.kind === "broken" && (repeatable || answer.untouched)) {
          config.log.warn({ shop: shopDomain, reason: answer.reason }, "platform did not answer");
          await call.waitBroken(answer.reason);
        } else throw failureOf(answer, shopDomain);
      }
    },
    turn: (shopDomain, operation) =>
      pointsOf(shopDomain).turn({
        points: costOf(operation.toString()),
        patienceMs: limits.patienceMs,
        isFirst: false,
      }),
  };
}

function failureOf(answer: AdminAnswer, shopDomain: string): PlatformFailure {
  switch (answer.kind) {
    case "refused":
      return new PlatformFailure("refused", answer.message, answer.code);
    case "gone":
      return new PlatformFailure("not_connected", `${shopDomain}: ${answer.reason}`);
    case "unauthorized":
      return new PlatformFailure("not_connected", `${shopDomain} does not accept the app's token`);
    case "broken":
      return new PlatformFailure("unavailable", `The platform gave no answer: ${answer.reason}`);
    case "throttled":
    case "data":
      throw new Error(`A ${answer.kind} answer is no failure`);
  }
}

/** How long one call goes on. Waits grow, and are spread so that many callers do not come back at once. */
class Patience {
  readonly #limits: CallLimits;
  readonly #passing: Passing;
  #waitedMs = 0;
  #throttled = 0;
  #broken = 0;

  constructor(limits: CallLimits, passing: Passing) {
    this.#limits = limits;
    this.#passing = passing;
  }

  /** Waits for the points of the next request. */
  async take(from: StorePoints, points: number, isFirst: boolean): Promise<Taken> {
    const began = this.#passing.now();
    const patienceMs = this.#limits.patienceMs - this.#waitedMs;
    const taken = await from.take({ points, patienceMs, isFirst });
    this.#waitedMs += this.#passing.now() - began;
    return taken;
  }

  /** `afterMs` is what the platform says; without it the waits double. */
  async waitThrottled(afterMs: number | null): Promise<void> {
    const growing = firstBackoffMs * 2 ** this.#throttled;
    this.#throttled += 1;
    const least = afterMs ?? growing;
    await this.#pause(least + Math.random() * growing, throttled());
  }

  async waitBroken(reason: string): Promise<void> {
    const failure = new PlatformFailure("unavailable", `The platform gave no answer: ${reason}`);
    this.#broken += 1;
    if (this.#broken >= this.#limits.attempts) throw failure;
    const growing = firstBackoffMs * 2 ** (this.#broken - 1);
    await this.#pause(growing / 2 + Math.random() * growing, failure);
  }

  async #pause(ms: number, otherwise: PlatformFailure): Promise<void> {
    if (this.#waitedMs + ms > this.#limits.patienceMs) throw otherwise;
    this.#waitedMs += ms;
    await this.#passing.wait(ms);
  }
}
