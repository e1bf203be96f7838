import type { Answer, OfferView } from "#storefront/cancel-flow/answers.ts";
import { createFlow, type Flow, type FlowView } from "#storefront/cancel-flow/flow.ts";

interface Asked {
  url: string;
  method: string;
  body: Record<string, unknown> | null;
  /** How long the flow is willing to wait for it. */
  patienceMs: number;
  answer: (status: number, body: object) => Promise<void>;
  /** An answer that is no JSON, as a proxy's error page. */
  answerPage: (status: number) => Promise<void>;
  /** The connection breaks, or the patience ends. */
  fail: () => Promise<void>;
}

export interface World {
  flow: Flow;
  /** The latest view, and every one before it. */
  view: () => FlowView;
  views: FlowView[];
  asked: Asked[];
  /** The one request under way. */
  last: () => Asked;
  stored: Map<string, string>;
  online: boolean;
  isStorageRefused: boolean;
  /** The same browser after the page was loaded again. */
  reload: () => Flow;
}

export const url = "/apps/service-api/v1/storefront/cancel-flow/5001";

export const contract = {
  status: "active" as const,
  next_billing_date: "2026-12-04",
  ends_on: "2026-12-04",
};

export const discount: OfferView = {
  id: 7,
  type: "discount_price",
  name: "Three cheaper months",
  description: "",
  discount: {
    discount_type: "percentage",
    discount_value: 20,
    cycles: 3,
    price_minor: 1500,
    price_with_offer_minor: 1200,
    currency: "EUR",
    currency_digits: 2,
    full_price_from: "2027-03-04",
  },
};

export const receipt: Answer = {
  reference: "5001-20261121",
  ends_on: "2026-12-04",
  charge_running: false,
  last_charge: { amount_minor: 1500, currency: "EUR", currency_digits: 2, date: "2026-11-04" },
  store_credit_minor: 0,
  currency: "EUR",
  already_cancelled: false,
  contract: { status: "cancelled", next_billing_date: null, ends_on: "2026-12-04" },
};

/** A flow in its own world, where requests wait until the test answers them. */
export function worldOf(mode: "standard" | "confirm" = "standard"): World {
  let ids = 0;
  const world: World = {
    flow: undefined as unknown as Flow,
    views: [],
    view: () => {
      const view = world.views.at(-1);
      if (view === undefined) throw new Error("nothing was shown");
      return view;
    },
    asked: [],
    last: () => {
      const asked = world.asked.at(-1);
      if (asked === undefined) throw new Error("nothing was asked");
      return asked;
    },
    stored: new Map(),
    online: true,
    isStorageRefused: false,
    reload: () => {
      world.flow = newFlow();
      return world.flow;
    },
  };
  const patience = new WeakMap<AbortSignal, number>();
  const newFlow = () =>
    createFlow(
      {
        request: (address, init) => ask(world, patience, address, init),
        timer: (milliseconds) => {
          const { signal } = new AbortController();
          patience.set(signal, milliseconds);
          return signal;
        },
        storage: () => {
          if (world.isStorageRefused) throw new Error("storage is switched off");
          return storageOn(world.stored);
        },
        online: () => world.online,
        uuid: () => `key-${++ids}`,
        show: (view) => world.views.push(structuredClone(view)),
      },
      { url, mode, ends: "2026-12-04" },
    );
  world.flow = newFlow();
  return world;
}

/** At the reasons, with the answer under way. */
export function atReason(): World {
  const world = worldOf();
  world.flow.open();
  return world;
}

/** At an offer. */
export async function atOffer(offer: OfferView = discount): Promise<World> {
  const world = atReason();
  world.flow.answer({ reason: "too_expensive", note: "" });
  await world.last().answer(200, { flow_id: "flow-1", offer, active_offer: null, contract });
  return world;
}

/** At the confirmation, by way of an offer that was not wanted. */
export async function atConfirm(): Promise<World> {
  const world = await atOffer();
  world.flow.decline();
  return world;
}

function ask(
  world: World,
  patience: WeakMap<AbortSignal, number>,
  address: string,
  init: RequestInit,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const settle = async (act: () => void) => {
      act();
      // Lets everything run that waits for the answer, up to the next request.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    };
    world.asked.push({
      url: address,
      method: init.method ?? "GET",
      body: typeof init.body === "string" ? JSON.parse(init.body) : null,
      patienceMs: (init.signal && patience.get(init.signal)) ?? 0,
      answer: (status, body) => settle(() => resolve(responseOf(status, async () => body))),
      answerPage: (status) =>
        settle(() => resolve(responseOf(status, async () => JSON.parse("<!doctype html>")))),
      fail: () => settle(() => reject(new TypeError("failed"))),
    });
  });
}

function responseOf(status: number, json: () => Promise<unknown>): Response {
  return { ok: status < 400, status, json } as Response;
}

function storageOn(
  stored: Map<string, string>,
): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
}
