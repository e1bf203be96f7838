const VARIABLE = /\{\{ *([a-z]+) *\}\}/g;

/** The variables that a text uses, by name. */
export function variablesIn(text: string): string[] {
  return Array.from(text.matchAll(VARIABLE), ([, name = ""]) => name);
}

/** The text with its variables' values; one that has none is left out. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (_all, name: string) => values[name] ?? "");
}
