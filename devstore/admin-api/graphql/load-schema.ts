import { readFileSync } from "node:fs";
import { buildASTSchema, GraphQLScalarType, type GraphQLSchema, Kind, parse } from "graphql";

export const apiVersion = "2026-10";

const schemaUrl = new URL(`../../schema/admin-${apiVersion}.graphql`, import.meta.url);

let loaded: GraphQLSchema | undefined;

/** The published Admin schema; read and built once a process (a fifth of a second). */
export function adminSchema(): GraphQLSchema {
  loaded ??= buildAdminSchema();
  return loaded;
}

function buildAdminSchema(): GraphQLSchema {
  const document = parse(readFileSync(schemaUrl, "utf8"), { noLocation: true });
  const schema = buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
  for (const [name, accepts] of Object.entries(scalarRules)) {
    const scalar = schema.getType(name);
    if (scalar instanceof GraphQLScalarType) checkInput(scalar, accepts);
  }
  const instant = schema.getType("DateTime");
  if (instant instanceof GraphQLScalarType) instant.serialize = withoutFraction;
  return schema;
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const isoInstant = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function isInstant(value: unknown): boolean {
  return typeof value === "string" && isoInstant.test(value) && !Number.isNaN(Date.parse(value));
}

function isDecimal(value: unknown): boolean {
  return /^-?\d+(\.\d+)?$/.test(String(value)) && typeof value !== "boolean";
}

function isUrl(value: unknown): boolean {
  return typeof value === "string" && (URL.canParse(value) || value.startsWith("/"));
}

/** The SDL says nothing of what the platform's own scalars take; these are its documented forms. */
const scalarRules: Record<string, (value: unknown) => boolean> = {
  Date: (value) => typeof value === "string" && isoDate.test(value) && isInstant(value),
  DateTime: isInstant,
  Decimal: isDecimal,
  Money: isDecimal,
  UnsignedInt64: (value) => /^\d+$/.test(String(value)),
  URL: isUrl,
};

/** The platform shows instants to the second. */
function withoutFraction(value: unknown): string {
  return String(value).replace(/\.\d+Z$/, "Z");
}

function checkInput(scalar: GraphQLScalarType, accepts: (value: unknown) => boolean): void {
  const check = (value: unknown): unknown => {
    if (!accepts(value)) throw new TypeError(`invalid ${scalar.name} '${String(value)}'`);
    return value;
  };
  scalar.parseValue = check;
  scalar.parseLiteral = (node) => {
    if (node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT) {
      return check(node.value);
    }
    throw new TypeError(`invalid ${scalar.name}`);
  };
}
