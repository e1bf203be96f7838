import { InputError } from "../input-error.ts";
import { CodeError, isSoldWith } from "../orders/price-checkout.ts";
import { endedShopperCookie, shopperCookie } from "../sign-in/shopper-cookie.ts";
import { addToCart, type CartLine, cartCookie, type PricedLine, priceCart } from "./cart.ts";
import {
  asOrderAttributes,
  attributesCookie,
  changeAttributes,
  readAttributes,
} from "./cart-attributes.ts";
import { cartJson } from "./cart-json.ts";
import { checkOut } from "./check-out.ts";
import { cartDrawer, drawerSection } from "./design/cart-drawer.ts";
import { discountCookie, readDiscountCodes } from "./discount-cookie.ts";
import { checkoutPage, describeCodeError } from "./pages/checkout-page.ts";
import { notFoundPage } from "./pages/not-found-page.ts";
import { localPath, seeOther } from "./redirect.ts";
import { pathIn, type StorefrontRequest, t } from "./storefront-request.ts";

/** Signs the browser in as a demo customer and leads back to where it was. */
export async function signIn(page: StorefrontRequest): Promise<Response> {
  const form = await page.request.formData();
  const id = textOf(form, "customer_id");
  const customer = page.devstore.state.get(page.shop.domain, "customer", id);
  if (customer === undefined) return notFoundPage(page);
  const returnTo = localPath(textOf(form, "return_to"), pathIn(page, "/account"));
  return seeOther(returnTo, [shopperCookie(page.devstore, page.shop, customer.id)]);
}

export async function signOut(page: StorefrontRequest): Promise<Response> {
  return seeOther(pathIn(page, "/"), [endedShopperCookie(page.shop)]);
}

export async function addLine(page: StorefrontRequest): Promise<Response> {
  const lines = withAdded(page, await readFields(page.request));
  if (lines === null) return notFoundPage(page);
  return seeOther(pathIn(page, "/cart"), [cartCookie(page.shop, lines)]);
}

/** The same for the theme's script. */
export async function addLineInPlace(page: StorefrontRequest): Promise<Response> {
  const fields = await readFields(page.request);
  const lines = withAdded(page, fields);
  return lines === null
    ? cartError(422, "The merchandise does not exist.")
    : cartInPlace(page, fields, lines);
}

function withAdded(page: StorefrontRequest, fields: FormData): CartLine[] | null {
  const line = {
    variantId: numberOf(fields, "id"),
    quantity: numberOf(fields, "quantity") || 1,
    sellingPlanId: numberOf(fields, "selling_plan") || null,
  };
  const [known] = priceCart(page.devstore.state, page.shop, [line]);
  if (known === undefined || !isOffered(page, known)) return null;
  return addToCart(page.cart, line);
}

/** A plan is bought only with what it is attached to. */
function isOffered(
  { devstore, shop }: StorefrontRequest,
  { product, variant, sellingPlanId }: PricedLine,
): boolean {
  return (
    sellingPlanId === null ||
    devstore.state
      .list(shop.domain, "sellingPlanGroup")
      .some(
        (group) =>
          group.plans.some(({ id }) => id === sellingPlanId) && isSoldWith(group, product, variant),
      )
  );
}

export async function changeLine(page: StorefrontRequest): Promise<Response> {
  const lines = withChanged(page, await readFields(page.request)) ?? page.cart;
  return seeOther(pathIn(page, "/cart"), [cartCookie(page.shop, lines)]);
}

/** The same for the theme's script. */
export async function changeLineInPlace(page: StorefrontRequest): Promise<Response> {
  const fields = await readFields(page.request);
  const lines = withChanged(page, fields);
  return lines === null
    ? cartError(400, "no valid id or line parameter")
    : cartInPlace(page, fields, lines);
}

/** A line is named by its place, from 1 on, or by its variant; a quantity of 0 takes it out. */
function withChanged({ cart }: StorefrontRequest, fields: FormData): CartLine[] | null {
  const variantId = numberOf(fields, "id");
  const at = fields.has("line")
    ? numberOf(fields, "line") - 1
    : cart.findIndex((line) => line.variantId === variantId);
  const quantity = Math.max(0, numberOf(fields, "quantity") || 0);
  if (cart[at] === undefined) return null;
  return cart.flatMap((line, place) =>
    place === at ? (quantity === 0 ? [] : [{ ...line, quantity }]) : [line],
  );
}

function cartError(status: number, description: string): Response {
  return Response.json({ status, message: "Cart Error", description }, { status });
}

/** What a form or a script sends. Texts and numbers of a JSON object are read as a form's fields are. */
async function readFields(request: Request): Promise<FormData> {
  if (!request.headers.get("content-type")?.startsWith("application/json")) {
    return request.formData().catch(() => new FormData());
  }
  const body: unknown = await request.json().catch(() => null);
  const fields = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (typeof value === "string" || typeof value === "number") fields.set(name, String(value));
  }
  return fields;
}

/** The cart as JSON, with the theme's sections that the form asks for, drawn with the cart as it is now. */
async function cartInPlace(
  page: StorefrontRequest,
  form: FormData,
  cart: CartLine[],
): Promise<Response> {
  const asked = textOf(form, "sections").split(",");
  // A link in a section leads back to the page which shows it.
  const url = new URL(page.request.headers.get("referer") ?? page.url);
  const drawn = String(await cartDrawer({ ...page, cart, url }));
  const sections = asked.includes(drawerSection) ? { [drawerSection]: drawn } : {};
  const item_count = cart.reduce((sum, { quantity }) => sum + quantity, 0);
  const headers = { "cache-control": "no-store", "set-cookie": cartCookie(page.shop, cart) };
  return Response.json({ item_count, sections }, { headers });
}

/** The cart as the theme's scripts and the app's read it. */
export function readCartInPlace(page: StorefrontRequest): Response {
  return Response.json(cartJson(page, readDiscountCodes(page.shop, page.request)), {
    headers: { "cache-control": "no-store" },
  });
}

/**
 * The codes of the cart, all of them at once, and its attributes, each by itself. Other changes of this address are
 * not needed here, and refused.
 */
export async function updateCartInPlace(page: StorefrontRequest): Promise<Response> {
  const { discount, attributes, ...others } = await readUpdate(page.request);
  const isGiven =
    typeof discount === "string" || (discount === undefined && attributes !== undefined);
  if (!isGiven || Object.keys(others).length > 0) {
    const description =
      "Only `discount`, codes between commas, and `attributes` can be changed here.";
    return cartError(422, description);
  }
  const { shop, request } = page;
  const cookies = [];
  if (typeof discount === "string") {
    cookies.push(
      discountCookie(
        shop,
        discount.split(",").map((code) => code.trim()),
      ),
    );
  }
  if (attributes !== undefined) {
    const changed = changeAttributes(readAttributes(shop, request), attributes);
    const cookie = attributesCookie(shop, changed);
    if (cookie === null) return cartError(422, "The attributes are too long.");
    cookies.push(cookie);
  }
  const updated = { ...page, request: withCookies(request, cookies) };
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return Response.json(cartJson(updated, readDiscountCodes(shop, updated.request)), { headers });
}

/** A JSON object, or a form whose fields are named as in `attributes[gift]`. */
async function readUpdate(request: Request): Promise<Record<string, unknown>> {
  if (request.headers.get("content-type")?.startsWith("application/json")) {
    const body: unknown = await request.json().catch(() => null);
    return { ...(body as object | null) };
  }
  const form = await request.formData().catch(() => new FormData());
  const update: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const key = /^attributes\[(.*)\]$/.exec(name)?.[1];
    if (key === undefined) update[name] = value;
    else attributes[key] = value;
  }
  return Object.keys(attributes).length === 0 ? update : { ...update, attributes };
}

/** The request as the browser will make it once it has the cookies. */
function withCookies(request: Request, set: readonly string[]): Request {
  const pairs = set.map((cookie) => cookie.split(";")[0] ?? "");
  const names = pairs.map((pair) => pair.split("=")[0]);
  const kept = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .filter((pair) => !names.includes(pair.split("=")[0]));
  return new Request(request.url, { headers: { cookie: [...kept, ...pairs].join("; ") } });
}

/** The cart's button leads to the checkout, which is a separate page. */
export function openCheckout(page: StorefrontRequest): Response {
  return seeOther(pathIn(page, page.customer === undefined ? "/cart" : "/checkout"));
}

/** A link that brings a discount code along: it waits for the shopper's checkout. */
export function bringCode(page: StorefrontRequest, code: string): Response {
  const path = localPath(page.url.searchParams.get("redirect"), pathIn(page, "/"));
  return seeOther(path, [discountCookie(page.shop, [code])]);
}

/** A code that a shopper types beside the others, or one that they take away. */
export async function changeCode(page: StorefrontRequest): Promise<Response> {
  const form = await page.request.formData();
  const removed = textOf(form, "remove").toLowerCase();
  const kept = readDiscountCodes(page.shop, page.request).filter(
    (code) => code.toLowerCase() !== removed,
  );
  const codes = [...kept, textOf(form, "code").trim()];
  return seeOther(pathIn(page, "/checkout"), [discountCookie(page.shop, codes)]);
}

/**
 * Places the order of a signed-in shopper. An error is shown on the checkout, and the cart stays as it was;
 * nothing is paid that is not what the shopper saw, so a code that is no longer taken refuses the order.
 */
export function pay(page: StorefrontRequest): Response | Promise<Response> {
  const { devstore, shop, customer, presentment } = page;
  const lines = priceCart(devstore.state, shop, page.cart);
  if (customer === undefined || lines.length === 0) return seeOther(pathIn(page, "/cart"));
  try {
    const codes = readDiscountCodes(shop, page.request);
    const attributes = asOrderAttributes(readAttributes(shop, page.request));
    const order = checkOut(devstore, shop, {
      ...{ customerId: customer.id, lines, codes, attributes, presentment },
    });
    return seeOther(`${pathIn(page, "/checkout/thank-you")}?order=${order.number}`, [
      cartCookie(shop, []),
      discountCookie(shop, []),
      attributesCookie(shop, {}) ?? "",
    ]);
  } catch (error) {
    if (error instanceof CodeError) return checkoutPage(page, describeCodeError(page, error));
    if (!(error instanceof InputError)) throw error;
    return checkoutPage(page, t(page, "cart.failed", { reason: error.message }));
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** A whole number from a form, or 0. */
function numberOf(form: FormData, name: string): number {
  const text = textOf(form, name);
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
