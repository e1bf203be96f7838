import { getNamedType, isEnumType, isListType, isNonNullType, isObjectType } from "graphql";
import type { Hono } from "hono";
import { z } from "zod";
import { adminSchema } from "#devstore/admin-api/graphql/load-schema.ts";
import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import { changeControls, readControls } from "../state/shop-controls.ts";
import { declareControl } from "./declare-control.ts";

const userErrorSchema = z.strictObject({
  operation: z.string(),
  code: z.string().nullable().default(null),
  message: z.string().min(1),
  field: z.array(z.string()).nullable().default(null),
});

const failSchema = z.strictObject({
  status: z.union([
    z.number().int().min(400).max(599),
    z.literal("timeout"),
    z.literal("disconnect"),
  ]),
  count: z.number().int().min(1).max(1000).default(1),
  after: z.enum(["before-effect", "after-effect"]).default("before-effect"),
  /** Only requests which ask for this root field. */
  operation: z.string().optional(),
});

const trafficSchema = z.strictObject({
  /** Null takes the limit away. */
  requests_per_minute: z.number().int().min(0).max(100_000).nullable(),
  /** Whether requests to the app proxy count: the platform does not say. */
  counts_proxy: z.boolean().default(false),
});

const searchSchema = z.strictObject({ lag: z.boolean() });

const bulkSchema = z.strictObject({ hold: z.boolean() });

const throttleSchema = z.strictObject({
  /** Null gives back what the plan has. */
  points_per_second: z.number().positive().max(100_000).nullable(),
});

/** The platform at its worst: user errors, failures before or after the effect, scarce points. */
export function mountFaultControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "refuse-next", userErrorSchema, ({ shop, body }) => {
    checkCode(body.operation, body.code);
    const fault = { id: state.nextId(shop.domain, "fault"), type: "refuse" as const, ...body };
    state.put(shop.domain, "fault", fault);
    return { operation: body.operation, code: body.code };
  });
  declareControl(app, devstore, "fail-next", failSchema, ({ shop, body }) => {
    const operation = body.operation ?? null;
    if (operation !== null) assertRootField(operation);
    state.put(shop.domain, "fault", {
      id: state.nextId(shop.domain, "fault"),
      type: "fail",
      operation,
      count: body.count,
      after: body.after,
      failure:
        typeof body.status === "number"
          ? { type: "status", status: body.status }
          : { type: body.status },
    });
    return body;
  });
  declareControl(app, devstore, "clear-faults", z.strictObject({}), ({ shop }) => {
    const faults = state.list(shop.domain, "fault");
    state.transaction(() => {
      for (const fault of faults) state.remove(shop.domain, "fault", fault.id);
    });
    return { cleared: faults.length };
  });
  declareControl(app, devstore, "throttle", throttleSchema, ({ shop, body }) => {
    changeControls(state, shop.domain, { throttlePointsPerSecond: body.points_per_second });
    const { throttlePointsPerSecond } = readControls(state, shop.domain);
    return { points_per_second: throttlePointsPerSecond };
  });
  // The platform limits servers that read storefronts without signing their requests.
  declareControl(app, devstore, "server-traffic", trafficSchema, ({ shop, body }) => {
    const serverTraffic =
      body.requests_per_minute === null
        ? null
        : { requestsPerMinute: body.requests_per_minute, countsProxy: body.counts_proxy };
    changeControls(state, shop.domain, { serverTraffic });
    return body;
  });
  // The platform fills the index of its searches after the change itself.
  declareControl(app, devstore, "searches", searchSchema, ({ shop, body }) => {
    const { searchesLag } = changeControls(state, shop.domain, { searchesLag: body.lag });
    return { lag: searchesLag === true };
  });
  // As on a store with so much in it that an operation runs for hours.
  declareControl(app, devstore, "bulk-operations", bulkSchema, ({ shop, body }) => {
    const { holdsBulkOperations } = changeControls(state, shop.domain, {
      holdsBulkOperations: body.hold,
    });
    return { hold: holdsBulkOperations === true };
  });
}

function assertRootField(operation: string): void {
  const schema = adminSchema();
  const known = [schema.getMutationType(), schema.getQueryType()].some(
    (type) => type?.getFields()[operation] !== undefined,
  );
  if (!known) throw new InputError("operation", `the Admin API has no root field ${operation}`);
}

/** A user error can only carry a code which the schema has for this mutation. */
function checkCode(operation: string, code: string | null): void {
  const mutation = adminSchema().getMutationType()?.getFields()[operation];
  if (mutation === undefined) {
    throw new InputError("operation", `the Admin API has no mutation ${operation}`);
  }
  if (code === null) return;
  const payload = getNamedType(mutation.type);
  const errors = isObjectType(payload) ? payload.getFields().userErrors?.type : undefined;
  const list = isNonNullType(errors) ? errors.ofType : errors;
  const error = isListType(list) ? getNamedType(list) : undefined;
  const codeType = isObjectType(error) ? error.getFields().code?.type : undefined;
  const codes = getNamedType(codeType);
  const names = isEnumType(codes) ? codes.getValues().map((value) => value.name) : [];
  if (names.includes(code)) return;
  throw new InputError(
    "code",
    names.length === 0 ? `${operation} has no error codes` : `one of ${names.join(", ")}`,
  );
}
