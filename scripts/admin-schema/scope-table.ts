/** One entry of the published list of what a type or a field needs. */
export interface ScopeItem {
  type: string;
  typeName: string;
  fieldName?: string;
  requiredAccess?: string | null;
  offlineScopes: string[];
}

/** Every group must be met, each by any one of its scopes. */
type ScopeGroups = string[][];

/**
 * The compact table as JSON text, one rule a line: the sentence with which the platform refuses, the
 * scopes behind it, and the types and fields ("Mutation.tagsAdd") under it.
 */
export function scopeTable(items: ScopeItem[], source: string): string {
  const rules = new Map<string, { requiredAccess: string; scopes: ScopeGroups; on: string[] }>();
  for (const item of items) {
    if (item.offlineScopes.length === 0 || !item.requiredAccess) continue;
    const requiredAccess = item.requiredAccess.trim();
    const scopes = scopeGroups(requiredAccess, item.offlineScopes);
    const key = JSON.stringify([requiredAccess, scopes]);
    const rule = rules.get(key) ?? { requiredAccess, scopes, on: [] };
    rule.on.push(item.type === "type" ? item.typeName : `${item.typeName}.${item.fieldName}`);
    rules.set(key, rule);
  }
  const lines = [...rules.values()].map((rule) => `    ${JSON.stringify(rule)}`);
  return `{\n  "source": ${JSON.stringify(source)},\n  "rules": [\n${lines.join(",\n")}\n  ]\n}`;
}

/**
 * Reads the platform's sentence: scopes joined by "or" and commas are alternatives, "as well as",
 * "and (", and "Also: Requires" begin a further demand.
 */
function scopeGroups(requiredAccess: string, scopes: string[]): ScopeGroups {
  const groups = requiredAccess
    .split(/\s+as well as\s+|\s+and\s+\(|Also:/)
    .map((part) => {
      const named = [...part.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? "");
      return [...new Set(named)].filter((scope) => scopes.includes(scope));
    })
    .filter((group) => group.length > 0);
  const named = new Set(groups.flat());
  const unnamed = scopes.filter((scope) => !named.has(scope));
  return unnamed.length > 0 ? [...groups, unnamed] : groups;
}
