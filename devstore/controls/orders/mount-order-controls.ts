import type { Hono } from "hono";
import type { Devstore } from "../../devstore.ts";
import { mountAutomaticDiscountControl } from "./automatic-discount-control.ts";
import { mountEditControls } from "./edit-controls.ts";
import { mountFateControls } from "./fate-controls.ts";
import { mountPlaceControls } from "./place-controls.ts";
import { mountRefundControls } from "./refund-controls.ts";
import { mountTaxControl } from "./tax-control.ts";

/** Orders, what they are priced by, and what may befall them afterwards. */
export function mountOrderControls(app: Hono, devstore: Devstore): void {
  mountPlaceControls(app, devstore);
  mountFateControls(app, devstore);
  mountEditControls(app, devstore);
  mountRefundControls(app, devstore);
  mountAutomaticDiscountControl(app, devstore);
  mountTaxControl(app, devstore);
}
