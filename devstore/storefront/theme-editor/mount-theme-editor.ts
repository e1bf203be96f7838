import type { Context, Hono } from "hono";
import { prettifyError } from "zod";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import type { Devstore } from "../../devstore.ts";
import { findShop } from "../../find-shop.ts";
import { InputError, MissingError } from "../../input-error.ts";
import type { DevShop } from "../../state/shop.ts";
import { seeOther } from "../redirect.ts";
import { type DevTheme, readTheme, resetTheme, saveTheme } from "../theme.ts";
import { changeTheme, themeChangeSchema } from "./change-theme.ts";
import { readEditorForm } from "./read-editor-form.ts";
import { type EditorNotice, themeEditorPage } from "./theme-editor-page.ts";

interface Edited {
  shop: DevShop;
  extension: ThemeExtension;
  theme: DevTheme;
}

/**
 * The theme editor at `/__dev/theme`: a page with forms, and the same by JSON for who drives the store with
 * a program (GET answers the theme, POST changes it, DELETE takes everything back).
 */
export function mountThemeEditor(
  app: Hono,
  devstore: Devstore,
  readExtension: () => ThemeExtension | null,
): void {
  const edited = (c: Context): Edited | { shop: DevShop | undefined; extension: null } => {
    const shop = findShop(devstore, c.req.raw);
    const extension = shop === undefined || shop.installation === null ? null : readExtension();
    if (shop === undefined || extension === null) return { shop, extension: null };
    return { shop, extension, theme: readTheme(devstore.state, shop, extension) };
  };
  app.get("/__dev/theme", async (c) => {
    const found = edited(c);
    if (found.shop === undefined) return c.notFound();
    if (wantsJson(c)) return c.json(found.extension === null ? null : found.theme);
    const notice = noticeOf(c.req.query("saved"));
    const theme = found.extension === null ? null : found.theme;
    return c.html(await themeEditorPage(found.shop, found.extension, theme, notice), 200, noStore);
  });
  app.post("/__dev/theme", async (c) => {
    const found = edited(c);
    if (found.extension === null) return c.json({ message: "the shop does not have the app" }, 404);
    try {
      const theme = changeTheme(found.theme, await changeOf(c, found), found.extension);
      saveTheme(devstore.state, found.shop, theme);
      return isForm(c) ? seeOther("/__dev/theme?saved=1") : c.json(theme);
    } catch (error) {
      return errorResponse(c, found, error);
    }
  });
  app.delete("/__dev/theme", (c) => {
    const found = edited(c);
    if (found.extension === null) return c.json({ message: "the shop does not have the app" }, 404);
    resetTheme(devstore.state, found.shop);
    return c.json(readTheme(devstore.state, found.shop, found.extension));
  });
}

const noStore = { "cache-control": "no-store" };

async function changeOf(c: Context, { theme, extension }: Edited) {
  const given = isForm(c)
    ? readEditorForm(await c.req.formData(), theme, extension)
    : await c.req.json().catch(() => null);
  const parsed = themeChangeSchema.safeParse(given);
  if (!parsed.success) throw new InputError("", prettifyError(parsed.error));
  return parsed.data;
}

async function errorResponse(c: Context, { shop, extension, theme }: Edited, error: unknown) {
  const known = error instanceof InputError || error instanceof MissingError;
  if (!known) throw error;
  const status = error instanceof MissingError ? 404 : 422;
  if (!isForm(c)) return c.json({ message: error.message }, status, noStore);
  const notice = { text: error.message, failed: true };
  return c.html(await themeEditorPage(shop, extension, theme, notice), status, noStore);
}

function noticeOf(saved: string | undefined): EditorNotice | null {
  return saved === undefined ? null : { text: "Saved.", failed: false };
}

function isForm(c: Context): boolean {
  return !(c.req.header("content-type") ?? "").startsWith("application/json");
}

function wantsJson(c: Context): boolean {
  return (c.req.header("accept") ?? "").includes("application/json");
}
