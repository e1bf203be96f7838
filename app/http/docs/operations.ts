import { isAtStore } from "../caller-path.ts";
import type { createOpenApiDocument } from "../openapi-document.ts";
import type { JsonSchema, Schemas } from "./schema-fields.ts";

type OpenApiDocument = Awaited<ReturnType<typeof createOpenApiDocument>>;

interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
}

interface Parameter {
  readonly in: "path" | "query" | "header";
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface OperationDocument {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<
    Record<string, { description: string; content?: Readonly<Record<string, MediaType>> }>
  >;
}

/** One operation of the OpenAPI document, with its address. */
export interface Operation extends OperationDocument {
  readonly method: string;
  /** As its callers use it: from the host of the service, or from the store's. */
  readonly path: string;
  /** Whether it is reached through the store's app proxy. */
  readonly isProxied: boolean;
}

/** A programmatic interface and its page. */
interface Interface {
  readonly slug: string;
  readonly title: string;
  /** What it is for, in Markdown. */
  readonly intro: string;
  /** Where the key of a request stands; null where it takes none. */
  readonly key: "header" | "query" | "form" | "body" | null;
}

export const INTERFACES: readonly Interface[] = [
  {
    slug: "core",
    title: "Core REST API",
    key: "header",
    intro:
      "Members, subscriptions, charges, store credit and figures, for a server of yours. Send the key in the header `Authorization: Bearer …`. Every answer is `{ data, meta }`. See [limits](/docs/limits), [idempotency](/docs/idempotency) and [errors](/docs/errors).",
  },
  {
    slug: "data",
    title: "Data API",
    key: "query",
    intro:
      "Everything that a store has, row by row, for a warehouse. Called through the store's own address with the query parameter `key`. See [pagination](/docs/pagination) and [the quick start](/docs/quick-start-data).",
  },
  {
    slug: "credit",
    title: "Store Credit Management API",
    key: "body",
    intro:
      "Reads a customer's balance and adjusts it with a recorded reason. The key stands in the body, never in the address: call it from a server only. It takes a form or JSON.",
  },
  {
    slug: "loyalty",
    title: "Loyalty API",
    key: null,
    intro:
      "Rules, progress, rewards and coupons, for pages of the store. It takes no key: the store's app proxy signs each request and names the shopper who is logged in, so call it from a page of the store with the shopper's own session.",
  },
  {
    slug: "churn",
    title: "Churn API",
    key: "query",
    intro:
      "Why shoppers cancel, what they are offered, and accepting an offer. Called through the store's own address with the query parameter `key`, from a server only.",
  },
  {
    slug: "collection",
    title: "Collection API",
    key: "form",
    intro:
      "**Deprecated.** Exports by topic in one answer, kept for callers of old. Use the [Data API](/docs/data) instead. The key is a field of the form.",
  },
];

export function interfaceOf({ tags }: Operation): Interface | undefined {
  return INTERFACES.find(({ title }) => title === tags[0]);
}

/** The content types of an operation's body that is a file; null where it is none, or there is no body. */
export function fileTypesOf({ requestBody }: Operation): readonly string[] | null {
  const types = Object.keys(requestBody?.content ?? {});
  const isFile = types.length > 0 && !types.some((type) => FIELD_TYPES.has(type));
  return isFile ? types : null;
}

/** Content types of bodies that have fields. */
const FIELD_TYPES: ReadonlySet<string> = new Set([
  "application/json",
  "application/x-www-form-urlencoded",
]);

/** The operations of the six interfaces, in the order of their addresses. */
export function operationsOf(document: OpenApiDocument): {
  operations: Operation[];
  schemas: Schemas;
} {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {})
      .filter(([name]) => name !== "servers")
      .map(
        ([method, operation]): Operation => ({
          ...(operation as unknown as OperationDocument),
          method: method.toUpperCase(),
          path,
          isProxied: isAtStore(path),
        }),
      ),
  );
  return {
    operations: operations.filter(interfaceOf),
    schemas: (document.components?.schemas ?? {}) as Schemas,
  };
}
