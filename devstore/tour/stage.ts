import type { Hono } from "hono";
import { callApp } from "../controls/call-app.ts";
import type { Devstore } from "../devstore.ts";
import { appUrlOf, proxyPathOf } from "../find-shop.ts";
import { AppTrouble } from "../input-error.ts";
import { embeddedAppUrl, mintSessionToken } from "../sign-in/mint-session-token.ts";
import { accountOwner } from "../sign-in/staff.ts";
import type { DevShop } from "../state/shop.ts";
import type { Cast } from "./cast.ts";
import type { DemoKeys } from "./demo-keys.ts";

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface Call {
  method?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The app turns away what calls itself a robot, so whoever goes on the tour has an ordinary browser. */
const browserName =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Who takes a step: from where, about whom, with which keys. */
export interface Visit {
  origin: string;
  connection: unknown;
  cast: Cast;
  keys: DemoKeys;
}

/** The ways into the running product that a step has: those that shoppers, merchants and programs have, and the controls. */
export class Stage {
  /** Of the signed-in shopper; the visitor's browser gets it too, so that links open as this shopper. */
  shopperCookie: string | null = null;
  readonly cast: Cast;
  /** What somebody has to know of the way to the step, as that it is about somebody else from here on. */
  readonly notes: string[] = [];
  readonly keys: DemoKeys;
  readonly appUrl: string;
  readonly proxyBase: string;
  readonly #app: Hono;
  readonly #devstore: Devstore;
  readonly #shop: DevShop;
  readonly origin: string;
  /** Of the visitor's own request: whose address the store passes on. */
  readonly #connection: unknown;

  constructor(app: Hono, devstore: Devstore, shop: DevShop, visit: Visit) {
    const appUrl = appUrlOf(devstore, shop);
    if (appUrl === null || shop.installation === null) {
      throw new AppTrouble(
        "the app is not installed on this store: install it in the admin, then try again",
      );
    }
    this.#app = app;
    this.#devstore = devstore;
    this.#shop = shop;
    this.origin = visit.origin;
    this.#connection = visit.connection;
    this.cast = visit.cast;
    this.keys = visit.keys;
    this.appUrl = appUrl;
    this.proxyBase = `${visit.origin}${proxyPathOf(devstore, shop)}/v1`;
  }

  /** The store's clock. */
  now(): Date {
    return this.#devstore.state.now(this.#shop.domain);
  }

  /** A control of the development store. */
  async control(name: string, body: unknown = {}): Promise<unknown> {
    const answer = await this.#store(`/__dev/${name}`, { body });
    const cookie = answer.headers.get("set-cookie");
    if (name === "login" && cookie !== null) this.shopperCookie = cookie;
    return bodyOf(answer, `the control ${name}`);
  }

  /** Waits until neither the app nor the webhooks to it have anything left to do, mails included. */
  async settle(): Promise<void> {
    await this.control("clock", { advance: "PT0S" });
  }

  readControl(name: string): Promise<unknown> {
    return this.#store(`/__dev/${name}`, {}).then((answer) => bodyOf(answer, name));
  }

  /** A page of the store, as the signed-in shopper sees it. */
  async storefront(path: string): Promise<string> {
    const answer = await this.#store(path, {});
    return answer.text();
  }

  /** Through the store's app proxy, with the shopper's session and, where given, a key. */
  async proxy(path: string, call: Call = {}): Promise<Answer> {
    const url = new URL(`${this.proxyBase}${path}`);
    if (call.key !== undefined) url.searchParams.set("key", call.key);
    return read(await this.#store(`${url.pathname}${url.search}`, call));
  }

  /** The core REST API, with the key of the demo unless another is given. */
  async core(path: string, call: Call = {}): Promise<Answer> {
    const answer = await callApp(`${this.appUrl}/api/v1${path}`, {
      ...init(call),
      headers: { ...headersOf(call), authorization: `Bearer ${call.key ?? this.keys.full}` },
    });
    return read(answer);
  }

  /** A page of the app as the merchant opens it in the admin. */
  async admin(path: string): Promise<string> {
    const url = embeddedAppUrl(this.#devstore, this.#shop, accountOwner, this.appUrl, path);
    const answer = await callApp(url, { headers: { "user-agent": browserName } });
    const text = await answer.text();
    if (!answer.ok) throw new AppTrouble(`the admin answered ${answer.status} for ${path}`);
    return text;
  }

  /** A form of one of the app's pages, sent as the page sends it. @throws AppTrouble with the form's own words when it is refused. */
  async adminForm(path: string, body: unknown): Promise<void> {
    const token = mintSessionToken(this.#devstore, this.#shop, accountOwner);
    const answer = await callApp(`${this.appUrl}${path}.data`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "user-agent": browserName,
      },
    });
    const said = await answer.text();
    const refusal = /"refused","message","((?:[^"\\]|\\.)*)"/.exec(said)?.[1];
    if (refusal !== undefined) throw new AppTrouble(JSON.parse(`"${refusal}"`));
    if (!answer.ok) throw new AppTrouble(`the admin answered ${answer.status} for ${path}`);
  }

  async #store(path: string, call: Call): Promise<Response> {
    const cookie = this.shopperCookie?.split(";")[0];
    const request = {
      ...init(call),
      headers: {
        ...headersOf(call),
        "x-forwarded-host": this.#shop.domain,
        "user-agent": browserName,
        ...(cookie === undefined ? {} : { cookie }),
      },
    };
    return this.#app.request(new URL(path, this.origin), request, this.#connection as object);
  }
}

/** The body of an answer that had to succeed. @throws AppTrouble with the answer's own words. */
export function expectOk(answer: Answer, what: string): unknown {
  if (answer.status < 400) return answer.body;
  const words = typeof answer.body === "string" ? "a page" : JSON.stringify(answer.body);
  throw new AppTrouble(`${what} was answered ${answer.status}: ${words}`);
}

async function bodyOf(answer: Response, what: string): Promise<unknown> {
  return expectOk(await read(answer), what);
}

async function read(answer: Response): Promise<Answer> {
  const text = await answer.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // A page of errors is shown as it came.
  }
  return { status: answer.status, headers: answer.headers, body };
}

function init({ method, body }: Call): RequestInit {
  return {
    method: method ?? (body === undefined ? "GET" : "POST"),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function headersOf({ body, headers }: Call): Record<string, string> {
  return { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers };
}
