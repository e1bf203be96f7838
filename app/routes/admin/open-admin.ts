import type { AppLoadContext } from "@remix-run/node";
import type { ShopContext } from "#app/domain/context.ts";
import { installShop } from "#app/domain/installation/install-shop.ts";
import { findShopByDomain, openShop } from "#app/domain/shops/open-shop.ts";
import { recallStaffMember } from "#app/domain/staff/recall-staff-member.ts";
import type { AdminVisitor, LoadContext } from "#app/http/load-context.ts";
import { type Formats, formatsOf } from "#app/ui/format.ts";

declare module "@remix-run/node" {
  interface AppLoadContext extends LoadContext {}
}

/**
 * Signs the visitor of an admin page in and opens their store, with the formats of their locale. Every loader and action below `/app`
 * begins with this, and nothing else in the admin decides who may see what.
 *
 * @throws Response: what the platform's sign-in asks for.
 */
export async function openAdmin(args: {
  request: Request;
  context: AppLoadContext;
}): Promise<{ context: ShopContext; formats: Formats; redirect: AdminVisitor["redirect"] }> {
  const { app, signIn } = args.context;
  const visitor = await signIn.authenticateAdmin(args.request);
  const known = await findShopByDomain(app, visitor.shopDomain);
  // Signed in, but the store has no row: another process is still installing it, or the database was reset.
  // Installing is repeatable.
  const shop = known?.status === "active" ? known : await installShop(app, visitor.shopDomain);
  const staff = await recallStaffMember(app.db.ofStore(shop.id), shop.id, visitor);
  const actor = { kind: "merchant", name: staff.name } as const;
  return {
    context: openShop(app, shop, actor),
    formats: formatsOf(staff.locale),
    redirect: visitor.redirect,
  };
}
