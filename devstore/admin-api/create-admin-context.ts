import type { Devstore } from "../devstore.ts";
import type { DevShop } from "../state/shop.ts";
import type { AdminContext } from "./admin-context.ts";
import { bindViews } from "./graphql/bind-views.ts";

/** What the resolvers of one request work with. `origin` is where the request reached the development store. */
export function createAdminContext(
  devstore: Devstore,
  shop: DevShop,
  scopes: ReadonlySet<string>,
  origin = "",
): AdminContext {
  const { state } = devstore;
  const context: AdminContext = {
    devstore,
    state,
    shop,
    scopes,
    origin,
    now: state.now(shop.domain),
    searchWarnings: [],
    wholeLists: false,
    views: bindViews(() => context),
  };
  return context;
}
