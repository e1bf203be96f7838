import { createHmac } from "node:crypto";
import { RequestType, setUpValidRequest } from "@shopify/shopify-api/test-helpers";
import { describe, expect, test } from "vitest";
import { createLogger } from "#app/lib/log.ts";
import { groupPairs } from "#app/lib/parameters.ts";
import { createShopifySdk } from "#app/platform/shopify/auth/shopify-sdk.ts";
import { verifyProxySignature } from "#app/platform/shopify/auth/verify-proxy-signature.ts";
import { fc } from "#tests/support/property.ts";

const secret = "a-secret-of-the-app";
const now = new Date("2026-11-21T10:00:00Z");
const timestamp = String(now.getTime() / 1000);

type Pairs = [name: string, value: string][];

type Order = (one: [string, string], other: [string, string]) => number;

/** The orders in which the platform may sign: its documentation sorts the pairs, its library the names. */
const orders: Record<string, Order> = {
  documentation: ([, one], [, other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)),
  names: ([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)),
  library: ([one], [other]) => one.localeCompare(other),
};

/** What the platform signs, written down a second time from its documentation. */
function signedText(pairs: Pairs, order: Order = orders.documentation as Order): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return [...values]
    .map(([name, all]): [string, string] => [name, `${name}=${all.join(",")}`])
    .sort(order)
    .map(([, pair]) => pair)
    .join("");
}

function sign(text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

function platformPairs(changes: Record<string, string> = {}, others: Pairs = []): Pairs {
  const added = {
    logged_in_customer_id: "1001",
    path_prefix: "/apps/service-api",
    shop: "a-store.myshopify.com",
    timestamp,
    ...changes,
  };
  return [...others, ...Object.entries(added)];
}

function signedQuery(pairs: Pairs, text = signedText(pairs)): URLSearchParams {
  const query = new URLSearchParams(pairs);
  query.append("signature", sign(text));
  return query;
}

const verify = (query: URLSearchParams) => verifyProxySignature(groupPairs(query), secret, now);

/** In one of the orders at least. */
function isSortedAfter(name: string, previous: string): boolean {
  return Object.values(orders).some(
    (order) => order([previous, `${previous}=`], [name, `${name}=`]) < 0,
  );
}

/** Names that could stand before the `=` at `at`, each sorted after `previous`. */
function namesBefore(text: string, from: number, at: number, previous: string): string[] {
  const names: string[] = [];
  for (let start = at - 1; start >= from && text.charAt(start) !== "="; start -= 1) {
    const name = text.slice(start, at);
    if (isSortedAfter(name, previous)) names.push(name);
  }
  return names;
}

/** The parameters that the chosen names and places make of a text. */
function pairsOf(text: string, cuts: { name: string; at: number }[]): Pairs {
  return cuts.map(({ name, at }, index) => {
    const next = cuts[index + 1];
    const end = next === undefined ? text.length : next.at - next.name.length;
    return [name, text.slice(at + 1, end)];
  });
}

/** One way of cutting a signed text into sorted parameters, led by `choices`; null when it leads nowhere. */
function cutAnew(text: string, choices: Iterator<number>): Pairs | null {
  const first = text.indexOf("=");
  const cuts = [{ name: text.slice(0, first), at: first }];
  let last = { name: text.slice(0, first), at: first };
  for (let at = text.indexOf("=", first + 1); at !== -1; at = text.indexOf("=", at + 1)) {
    const names = namesBefore(text, last.at + 1, at, last.name);
    const wanted = names.filter((name) => /^(shop|timestamp|logged_in_customer_id)$/.test(name));
    const choice = choices.next().value;
    if (names.length === 0 || choice % 4 === 0) continue;
    const from = wanted.length > 0 && choice % 4 !== 1 ? wanted : names;
    last = { name: from[choice % from.length] ?? "", at };
    cuts.push(last);
  }
  const names = cuts.map((cut) => cut.name);
  return names.includes("shop") && names.includes("timestamp") ? pairsOf(text, cuts) : null;
}

/** Every way of cutting a signed text into sorted parameters that have a shop and a timestamp. */
function allCuts(text: string): Pairs[] {
  const found: Pairs[] = [];
  const first = text.indexOf("=");
  const extend = (cuts: { name: string; at: number }[], from: number) => {
    const last = cuts.at(-1);
    const at = text.indexOf("=", from);
    if (last === undefined) return;
    if (at === -1) {
      const names = cuts.map((cut) => cut.name);
      if (names.includes("shop") && names.includes("timestamp")) found.push(pairsOf(text, cuts));
      return;
    }
    extend(cuts, at + 1);
    for (const name of namesBefore(text, last.at + 1, at, last.name)) {
      extend([...cuts, { name, at }], at + 1);
    }
  };
  extend([{ name: text.slice(0, first), at: first }], first + 1);
  return found;
}

describe("app proxy signature", () => {
  test("a signed request tells its store and its logged-in customer", () => {
    const query = signedQuery(platformPairs({}, [["reason", "too expensive & more"]]));
    expect(verify(query)).toEqual({
      ok: true,
      shopDomain: "a-store.myshopify.com",
      loggedInCustomerId: 1001,
      pathPrefix: null,
    });
  });

  test("a request signed by the SDK's own helper is taken, and by the SDK's own validator too", async () => {
    const signed = await setUpValidRequest(
      { type: RequestType.Public, store: "a-store", apiSecretKey: secret },
      new Request("https://app.example/proxy/v1/loyalty?path_prefix=/apps/x&since_id=7"),
    );
    const query = new URL(signed.url).searchParams;
    expect(verifyProxySignature(groupPairs(query), secret, new Date())).toMatchObject({
      ok: true,
      loggedInCustomerId: null,
    });
    const sdk = createShopifySdk({
      apiKey: "key",
      apiSecret: secret,
      appUrl: "https://app.example",
      devstoreUrl: null,
      log: createLogger("silent", {}),
    });
    const ours = signedQuery([
      ...platformPairs({ timestamp: String(Math.floor(Date.now() / 1000)) }),
      ["ids", "1"],
      ["ids", "2"],
    ]);
    expect(await sdk.utils.validateHmac(ours, { signator: "appProxy" })).toBe(true);
    expect(verifyProxySignature(groupPairs(ours), secret, new Date()).ok).toBe(true);
  });

  test.each(platformPairs({}, [["reason", "x"]]).map(([name]) => name))(
    "a changed %s is refused",
    (name) => {
      const query = signedQuery(platformPairs({}, [["reason", "x"]]));
      query.set(name, name === "timestamp" ? String(Number(timestamp) + 1) : "1002");
      expect(verify(query).ok).toBe(false);
    },
  );

  test("a parameter added or taken away is refused", () => {
    const added = signedQuery(platformPairs());
    added.append("page", "1");
    expect(verify(added)).toEqual({ ok: false, reason: "signature_wrong" });
    const taken = signedQuery(platformPairs({}, [["page", "1"]]));
    taken.delete("page");
    expect(verify(taken)).toEqual({ ok: false, reason: "signature_wrong" });
  });

  test.each(["shop", "timestamp", "signature"])("a missing or empty %s is refused", (name) => {
    const pairs = platformPairs().filter(([other]) => other !== name);
    const missing = signedQuery(pairs);
    if (name === "signature") missing.delete(name);
    expect(verify(missing)).toEqual({ ok: false, reason: "parameter_missing" });
    const empty = signedQuery([
      ...pairs,
      ...(name === "signature" ? [] : [[name, ""] as [string, string]]),
    ]);
    if (name === "signature") empty.set(name, "");
    expect(verify(empty)).toEqual({ ok: false, reason: "parameter_missing" });
  });

  test.each(["shop", "timestamp", "logged_in_customer_id", "signature"])(
    "a repeated %s is refused, though its signature would hold",
    (name) => {
      const pairs = platformPairs();
      const value = pairs.find(([other]) => other === name)?.[1] ?? "";
      const query = signedQuery(name === "signature" ? pairs : [...pairs, [name, value]]);
      if (name === "signature") query.append(name, query.get(name) ?? "");
      expect(verify(query)).toEqual({ ok: false, reason: "parameter_repeated" });
    },
  );

  test.each([
    [-90, true],
    [90, true],
    [-91, false],
    [91, false],
    [-86_400, false],
  ])("a request of %i seconds from now is taken: %s", (seconds, taken) => {
    const query = signedQuery(platformPairs({ timestamp: String(Number(timestamp) + seconds) }));
    expect(verify(query).ok).toBe(taken);
  });

  test.each(["soon", "-1", "1e9", `${timestamp}.0`, ` ${timestamp}`, "0x6920d5e0"])(
    "a timestamp that is no plain number of seconds is refused: %j",
    (text) => {
      expect(verify(signedQuery(platformPairs({ timestamp: text }))).ok).toBe(false);
    },
  );

  test.each(["a.example", "a-store.myshopify.com.evil.example", "A-store.myshopify.com", "*"])(
    "a shop that is no store's address is refused: %j",
    (shop) => {
      expect(verify(signedQuery(platformPairs({ shop })))).toEqual({
        ok: false,
        reason: "shop_malformed",
      });
    },
  );

  test.each(["", "abc", "1001 ", "-1", "1.0", "1001,1002", "99999999999999999999"])(
    "a logged_in_customer_id of %j is nobody",
    (customer) => {
      expect(verify(signedQuery(platformPairs({ logged_in_customer_id: customer })))).toMatchObject(
        {
          ok: true,
          loggedInCustomerId: null,
        },
      );
    },
  );

  test("without a logged_in_customer_id there is nobody", () => {
    const pairs = platformPairs().filter(([name]) => name !== "logged_in_customer_id");
    expect(verify(signedQuery(pairs))).toMatchObject({ ok: true, loggedInCustomerId: null });
  });

  test("a signature in upper case, cut short or lengthened is refused", () => {
    const query = signedQuery(platformPairs());
    const signature = query.get("signature") ?? "";
    for (const wrong of [signature.toUpperCase(), signature.slice(0, -2), `${signature}00`]) {
      query.set("signature", wrong);
      expect(verify(query)).toEqual({ ok: false, reason: "signature_wrong" });
    }
  });

  describe.each(Object.entries(orders))("signed in the order of the %s", (_whose, order) => {
    test.each([
      ...[
        "Page",
        "Zoo",
        "ids[]",
        "utm-source",
        "utm.source",
        "a[b]",
        "é",
        "",
        "a b",
        "_",
        "~",
        "9",
      ],
      ...["shop2", "timestamp1", "logged_in_customer_id2", "path_prefix-x"],
    ])("a parameter named %j changes nothing", (name) => {
      const pairs = platformPairs({}, [[name, "1"]]);
      expect(verify(signedQuery(pairs, signedText(pairs, order)))).toMatchObject({
        ok: true,
        shopDomain: "a-store.myshopify.com",
        loggedInCustomerId: 1001,
      });
    });

    test("several of them, some repeated, change nothing, and each counts for the signature", () => {
      const others: Pairs = [
        ...[["Foo", "1"] as const, ["ids[]", "2"] as const, ["ids[]", "1"] as const],
        ...[
          ["a", "1"] as const,
          ["a1", "2"] as const,
          ["A", "3"] as const,
          ["utm-b", "4"] as const,
        ],
      ].map(([name, value]) => [name, value]);
      const pairs = platformPairs({}, others);
      const query = signedQuery(pairs, signedText(pairs, order));
      expect(verify(query)).toMatchObject({ ok: true, loggedInCustomerId: 1001 });
      for (const name of ["Foo", "A", "utm-b"]) {
        const changed = new URLSearchParams(query);
        changed.set(name, "9");
        expect(verify(changed)).toEqual({ ok: false, reason: "signature_wrong" });
      }
    });
  });

  test.each(["xshop", "Shop.shop", "-timestamp", "[logged_in_customer_id"])(
    "a parameter named %j is refused: its end looks like one of the platform's",
    (name) => {
      expect(verify(signedQuery(platformPairs({}, [[name, "1"]])))).toEqual({
        ok: false,
        reason: "parameters_ambiguous",
      });
    },
  );
});

describe("cutting up a signed text in another way", () => {
  const resplit: [title: string, honest: Pairs, forged: Pairs][] = [
    [
      "another customer, the platform's parameter hidden in a value",
      platformPairs({ logged_in_customer_id: "" }, [["a", "1logged_in_customer_id=999m="]]),
      [
        ["a", "1"],
        ["logged_in_customer_id", "999"],
        ["m", "logged_in_customer_id="],
        ["path_prefix", "/apps/service-api"],
        ["shop", "a-store.myshopify.com"],
        ["timestamp", timestamp],
      ],
    ],
    [
      "another customer, the platform's parameter cut in two",
      platformPairs({ logged_in_customer_id: "" }, [["a", "1logged_in_customer_id=999m="]]),
      [
        ["a", "1"],
        ["logged_in_customer_id", "999"],
        ["m", "l"],
        ["ogged_in_customer_id", ""],
        ["path_prefix", "/apps/service-api"],
        ["shop", "a-store.myshopify.com"],
        ["timestamp", timestamp],
      ],
    ],
    [
      "another customer, the platform's parameter made part of a longer name",
      platformPairs({ logged_in_customer_id: "" }, [["a", "1logged_in_customer_id=999m"]]),
      [
        ["a", "1"],
        ["logged_in_customer_id", "999"],
        ["mlogged_in_customer_id", ""],
        ["path_prefix", "/apps/service-api"],
        ["shop", "a-store.myshopify.com"],
        ["timestamp", timestamp],
      ],
    ],
    [
      "another store",
      platformPairs({}, [["q", "1shop=victim.myshopify.comsz="]]),
      [
        ["logged_in_customer_id", "1001"],
        ["path_prefix", "/apps/service-api"],
        ["q", "1"],
        ["shop", "victim.myshopify.com"],
        ["sz", "shop=a-store.myshopify.com"],
        ["timestamp", timestamp],
      ],
    ],
  ];

  test.each(resplit)("%s: the signature holds, and it is refused", (_title, honest, forged) => {
    expect(signedText(forged)).toBe(signedText(honest));
    expect(verify(signedQuery(forged))).toEqual({ ok: false, reason: "parameters_ambiguous" });
  });

  test("no cut of any text that a visitor gets signed ever tells another store, customer or time", {
    meta: { slow: "twenty thousand texts" },
  }, () => {
    // Texts made of the pieces that an attacker would use, so that the cuts below find their way.
    const piece = fc.constantFrom(
      "logged_in_customer_id=",
      "shop=",
      "timestamp=",
      "path_prefix=",
      "victim.myshopify.com",
      "999",
      "m=",
      "sz=",
      "u",
      "l",
      "s",
      "=",
      "x",
      "_",
      "1",
      "-",
      "[",
      "S",
    );
    const value = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const name = fc.stringMatching(/^[A-Za-z0-9_[\]\-.~]{1,4}$/);
    const honest = fc.record({
      others: fc.array(fc.tuple(name, value), { maxLength: 3 }),
      customer: fc.constantFrom("", "1001"),
      order: fc.constantFrom(...Object.values(orders)),
      choices: fc.infiniteStream(fc.nat()),
    });
    let [attacks, taken] = [0, 0];
    fc.assert(
      fc.property(honest, ({ others, customer, order, choices }) => {
        const pairs = platformPairs({ logged_in_customer_id: customer }, others);
        const text = signedText(pairs, order);
        const forged = cutAnew(text, choices);
        if (forged === null) return;
        const read = new Map(forged);
        const isAttack =
          read.get("shop") !== "a-store.myshopify.com" ||
          (read.get("logged_in_customer_id") ?? "") !== customer;
        if (isAttack) attacks += 1;
        const verified = verify(signedQuery(forged, text));
        if (!verified.ok) return;
        taken += 1;
        expect(verified.shopDomain).toBe("a-store.myshopify.com");
        // At worst a visitor is taken for nobody.
        expect([null, customer === "" ? null : Number(customer)]).toContain(
          verified.loggedInCustomerId,
        );
        expect(read.get("timestamp")).toBe(timestamp);
      }),
      { numRuns: 20_000 },
    );
    expect(attacks).toBeGreaterThan(100);
    expect(taken).toBeGreaterThan(100);
  });

  test("of every possible cut of an attacker's text, each one that is taken tells the same", () => {
    const attacks = ["1shop=v.myshopify.coms=", "1logged_in_customer_id=9m=", "1timestamp=1u=", ""];
    // Before and after the proxy's own path, which is believed only where nothing can be a piece of it.
    const places = { m: "/apps/service-api", q: null, M: "/apps/service-api", "q-[1]": null };
    const tried = Object.entries(places).flatMap(([name, pathPrefix]) =>
      attacks.map((attack) => ({ name, attack, pathPrefix })),
    );
    for (const { name, attack, pathPrefix } of tried) {
      const pairs: Pairs = platformPairs({ logged_in_customer_id: "" }, [[name, attack]]);
      const text = signedText(pairs);
      const cuts = allCuts(text);
      expect(cuts.length).toBeGreaterThan(1);
      const taken = cuts.flatMap((forged) => {
        const verified = verify(signedQuery(forged, text));
        return verified.ok ? [verified] : [];
      });
      for (const verified of taken) {
        expect(verified).toEqual({
          ok: true,
          shopDomain: "a-store.myshopify.com",
          loggedInCustomerId: null,
          pathPrefix,
        });
      }
    }
  });
});
