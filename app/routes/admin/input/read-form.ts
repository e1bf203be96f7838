import { AppError } from "#app/lib/app-error.ts";
import { keepable } from "#app/lib/storable-text.ts";

/** Reads a form whose size the server has limited, of texts that can be kept. @throws AppError invalid_input for what is no form. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    const form = new FormData();
    for (const [name, value] of await request.formData()) {
      form.append(keepable(name), typeof value === "string" ? keepable(value) : value);
    }
    return form;
  } catch {
    throw new AppError(
      "invalid_input",
      "The form could not be read. Reload the page and try again.",
    );
  }
}
