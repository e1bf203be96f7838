import type { Hono } from "hono";
import type { ChargeRunner } from "../contracts/charge-runner.ts";
import type { Devstore } from "../devstore.ts";
import { mountAppControls } from "./app-controls.ts";
import { mountClockControls } from "./clock-controls.ts";
import { mountCollectionControls } from "./collection-controls.ts";
import { mountContractControls } from "./contracts/contract-controls.ts";
import { mountPaymentMethodControls } from "./contracts/payment-method-controls.ts";
import { mountCurrencyControl } from "./currency-control.ts";
import { mountFaultControls } from "./fault-controls.ts";
import { mountMergeControl } from "./merge-control.ts";
import { mountOrderControls } from "./orders/mount-order-controls.ts";
import { mountPlanControls } from "./plan-controls.ts";
import { mountProductControls } from "./product-controls.ts";
import { mountShopControls } from "./shop-controls.ts";
import { mountShopperControls } from "./shopper-controls.ts";
import { mountWebhookControls } from "./webhook-controls.ts";

/** Serves the controls of the development store: everything under /__dev, JSON in and out. */
export function mountControls(app: Hono, devstore: Devstore, charges: ChargeRunner): void {
  mountShopControls(app, devstore);
  mountCurrencyControl(app, devstore);
  mountShopperControls(app, devstore);
  mountMergeControl(app, devstore);
  mountPlanControls(app, devstore);
  mountProductControls(app, devstore);
  mountCollectionControls(app, devstore);
  mountClockControls(app, devstore, charges);
  mountOrderControls(app, devstore);
  mountContractControls(app, devstore);
  mountPaymentMethodControls(app, devstore);
  mountWebhookControls(app, devstore, charges);
  mountFaultControls(app, devstore);
  mountAppControls(app, devstore);
}
