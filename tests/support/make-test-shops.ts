import { copyStore, type OriginalStore, readOriginal, type StoreIdentity } from "./copy-store.ts";
import {
  bringToQuiet,
  controlsOf,
  expectOk,
  openTestShop,
  type ShopParts,
  signIn,
  type TestShop,
  type TestShopOptions,
} from "./test-shop.ts";
import { uniqueNumber } from "./unique-number.ts";

type Facts = Omit<TestShopOptions, "plan">;

/** A new store on which the app was installed as a merchant does it. */
export async function installTestShop(
  parts: ShopParts,
  { plan, ...facts }: TestShopOptions,
): Promise<TestShop> {
  const { domain } = await install(parts, facts);
  const shop = await openTestShop(parts, domain, plan);
  await shop.quiet();
  return shop;
}

/**
 * Makes stores that are as {@link installTestShop} makes them, in a tenth of the time: it installs the first two of each kind, and
 * copies these in turn, on the development store and in the database. A copy has the ids of its original, and of two stores
 * that a test makes one after the other neither may have the other one's.
 */
export class CopiedShops {
  readonly #parts: ShopParts;
  readonly #kinds = new Map<string, Kind>();

  constructor(parts: ShopParts) {
    this.#parts = parts;
  }

  async create({ plan, ...facts }: TestShopOptions): Promise<TestShop> {
    const parts = this.#parts;
    const original = await this.#originalOf(facts);
    const copy = { domain: newDomain(), app_url: parts.url };
    const { body } = await expectOk(controlsOf(parts, original.domain)("shops/copy", copy));
    const made = identityOf(body.shop);
    await copyStore(parts.app.db.pool, original, made);
    await signIn(parts, made.domain);
    return openTestShop(parts, made.domain, plan);
  }

  #originalOf(facts: Facts): Promise<OriginalStore> {
    const name = JSON.stringify(Object.entries({ seed: "empty", ...facts }).sort());
    const kind = this.#kinds.get(name) ?? { made: 0, originals: [] };
    this.#kinds.set(name, kind);
    const turn = kind.made % 2;
    kind.made += 1;
    const original = kind.originals[turn] ?? this.#makeOriginal(facts);
    kind.originals[turn] = original;
    // What failed once is tried again by the next test.
    original.catch(() => delete kind.originals[turn]);
    return original;
  }

  async #makeOriginal(facts: Facts): Promise<OriginalStore> {
    const store = await install(this.#parts, facts);
    await bringToQuiet(this.#parts, store.domain);
    return readOriginal(this.#parts.app.db.pool, store);
  }
}

/** Stores with the same facts. */
interface Kind {
  /** How many were asked for. */
  made: number;
  originals: Promise<OriginalStore>[];
}

async function install(parts: ShopParts, facts: Facts): Promise<StoreIdentity> {
  const domain = newDomain();
  const { body } = await expectOk(
    controlsOf(parts, domain)("shops", { domain, app_url: parts.url, seed: "empty", ...facts }),
  );
  await signIn(parts, domain);
  return identityOf(body.shop);
}

function identityOf(shop: { id: number; domain: string; name: string }): StoreIdentity {
  return { domain: shop.domain, platformId: shop.id, name: shop.name };
}

const newDomain = () => `test-${uniqueNumber()}.myshopify.com`;
