import { hashJson } from "#app/lib/hash-json.ts";
import { type ExportName, rowsOf } from "../modules/export-module.ts";
import { EXPORT_MODULES } from "../modules/export-modules.ts";

const forms = new Map<ExportName, string>();

/** Identifies the form of an export's rows. When it changes, all rows are built again. */
export function formOf(name: ExportName): string {
  let form = forms.get(name);
  if (form === undefined) {
    form = hashJson(rowsOf(EXPORT_MODULES[name])).slice(0, 16);
    forms.set(name, form);
  }
  return form;
}
