import { z } from "zod";
import type { ExportModule } from "#app/domain/data-export/modules/export-module.ts";

/** The shape of an export's rows, with what each field holds (contract, section 2.3). */
export function rowSchema({ fields, ownField }: ExportModule, id: string): z.ZodType {
  const shape = Object.entries(fields).map(([name, { type, from }]) => {
    const schema: z.ZodType = type === "text" ? z.string() : z.number().int();
    return [name, schema.meta({ description: from })] as const;
  });
  const row = z.object(Object.fromEntries(shape));
  if (!ownField) return row.meta({ id });
  return row.catchall(z.string().meta({ description: ownField.from })).meta({ id });
}
