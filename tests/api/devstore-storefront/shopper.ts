import { inject } from "vitest";
import type { PlatformShop } from "../devstore/platform-shop.ts";

export interface Seen {
  status: number;
  headers: Headers;
  text: string;
}

/** A browser's requests to one shop's storefront: keeps the cookies it is given, follows no redirect. */
export interface Shopper {
  get(path: string, headers?: Record<string, string>): Promise<Seen>;
  /** Sends a form as a browser does, or whatever `init` says instead. */
  post(path: string, form: Record<string, string>): Promise<Seen>;
  send(path: string, init: RequestInit): Promise<Seen>;
  cookies: Map<string, string>;
}

export function shopperOf(shop: Pick<PlatformShop, "domain">): Shopper {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<Seen> => {
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-host", shop.domain);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "" && !headers.has("cookie")) headers.set("cookie", cookie);
    const response = await fetch(`${inject("devstoreUrl")}${path}`, {
      redirect: "manual",
      ...init,
      headers,
    });
    for (const set of response.headers.getSetCookie()) keep(cookies, set);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    cookies,
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, form) => send(path, { method: "POST", body: new URLSearchParams(form) }),
  };
}

function keep(cookies: Map<string, string>, setCookie: string): void {
  const [pair = "", ...attributes] = setCookie.split(/;\s*/);
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  if (attributes.includes("Max-Age=0")) cookies.delete(name);
  else cookies.set(name, value);
}

/** A customer of the shop whose membership stands as asked. */
export async function customerWith(
  shop: PlatformShop,
  status: "active" | "paused" | "cancelled" | "none",
): Promise<{ cid: number; name: string; contract_ids: number[] }> {
  const { body } = await shop.look("state");
  const found = body.customers.find((customer: { status: string }) => customer.status === status);
  if (found === undefined) throw new Error(`the shop has no customer with ${status}`);
  return found;
}

export async function signIn(shopper: Shopper, cid: number): Promise<void> {
  const answer = await shopper.post("/account/login", { customer_id: String(cid) });
  if (answer.status !== 303) throw new Error(`signing in answered ${answer.status}`);
}
