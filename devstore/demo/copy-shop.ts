import type { Devstore } from "../devstore.ts";
import { type DevShop, shopHandle } from "../state/shop.ts";
import { createShop } from "./create-shop.ts";

/** What a shop has with those who talk to it: who signed in there, what is on its way to them, and what was set up to fail. */
const NOT_COPIED = new Set([
  ...["accessToken", "webhookDelivery", "fault", "controls"],
  ...["mail", "mailRefusal"],
]);

/**
 * Makes a shop that holds what another one holds now, the app and its data included, under its own name. The app has to sign in
 * on it before it may call.
 */
export function copyShop(
  devstore: Devstore,
  original: DevShop,
  { domain, appUrl }: { domain: string; appUrl: string | null },
): DevShop {
  const { state } = devstore;
  const { id, name, email } = createShop(devstore, { domain });
  const copy = state.putShop({ ...original, domain, id, name, email, appUrl });
  const changes = [
    [shopHandle(original), shopHandle(copy)],
    [JSON.stringify(original.name), JSON.stringify(name)],
    [String(original.id), String(id)],
  ] as const;
  state.copyEntities(original.domain, domain, (kind, body) =>
    NOT_COPIED.has(kind)
      ? null
      : changes.reduce((text, [from, to]) => text.replaceAll(from, to), body),
  );
  return copy;
}
