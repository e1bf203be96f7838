import { AppError } from "#app/lib/app-error.ts";

/** Reads a form whose size the server has limited. @throws AppError invalid_input for what is no form. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw new AppError(
      "invalid_input",
      "The form could not be read. Reload the page and try again.",
    );
  }
}
