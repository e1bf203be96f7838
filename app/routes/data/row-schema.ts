import { z } from "zod";
import type { ExportModule } from "#app/domain/data-export/modules/export-module.ts";

/** The shape of an export's rows, with what each field holds (contract, section 2.3). */
export function rowSchema({ fields, ownField }: ExportModule, id: string): z.ZodType {
  const shape = Object.entries(fields).map(([name, { type, from, example }]) => {
    const schema: z.ZodType = type === "text" ? z.string() : z.number().int();
    return [name, schema.meta({ description: from + formOf(example), example })] as const;
  });
  const row = z.object(Object.fromEntries(shape));
  const about = { id, description: "A field without a value is an empty text, never null." };
  if (!ownField) return row.meta(about);
  const own = z.string().meta({ description: ownField.from, example: ownField.example });
  return row.catchall(own).meta(about);
}

const FORMS: readonly [form: RegExp, words: string][] = [
  [/^\d{4}-\d\d-\d\d$/, " `Y-m-d` in the store's zone; empty without one."],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d$/, " `Y-m-d H:i` in the store's zone; empty without one."],
  [/^-?\d+\.\d\d$/, " Two decimals."],
];

/** How a field like this example is written. */
function formOf(example: string | number): string {
  return FORMS.find(([form]) => form.test(String(example)))?.[1] ?? "";
}
