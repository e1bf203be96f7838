import { readFileSync } from "node:fs";
import { GraphQLError } from "graphql";

interface AccessRule {
  requiredAccess: string;
  /** Every group must be met, each by any one of its scopes. */
  scopes: string[][];
  on: string[];
}

const tableUrl = new URL("../../schema/access-scopes.json", import.meta.url);

let loaded: Map<string, AccessRule> | undefined;

/** Rules by "Type" and by "Type.field", as the published schema states them. */
function accessRules(): Map<string, AccessRule> {
  if (loaded !== undefined) return loaded;
  const { rules } = JSON.parse(readFileSync(tableUrl, "utf8")) as { rules: AccessRule[] };
  loaded = new Map(rules.flatMap((rule) => rule.on.map((name) => [name, rule] as const)));
  return loaded;
}

/** A scope to write includes the one to read. */
export function grants(scopes: ReadonlySet<string>, scope: string): boolean {
  return scopes.has(scope) || (scope.startsWith("read_") && scopes.has(`write_${scope.slice(5)}`));
}

/**
 * Throws the platform's ACCESS_DENIED when the token may not use a field: for the field's own sake,
 * or for the type it answers (a connection counts as the type of its nodes).
 */
export function assertAccess(
  scopes: ReadonlySet<string>,
  parentType: string,
  field: string,
  answeredType: string,
): void {
  const rules = accessRules();
  const node = answeredType.replace(/Connection$/, "");
  const rule =
    unmet(scopes, rules.get(`${parentType}.${field}`)) ??
    unmet(scopes, rules.get(answeredType)) ??
    unmet(scopes, rules.get(node));
  if (rule !== undefined) throw accessDenied(field, rule.requiredAccess);
}

export function accessDenied(field: string, requiredAccess: string): GraphQLError {
  return new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: {
      code: "ACCESS_DENIED",
      documentation: "https://shopify.dev/api/usage/access-scopes",
      requiredAccess,
    },
  });
}

function unmet(scopes: ReadonlySet<string>, rule: AccessRule | undefined): AccessRule | undefined {
  const met = rule?.scopes.every((group) => group.some((scope) => grants(scopes, scope)));
  return met === false ? rule : undefined;
}
