import { type AppError, wrongField } from "#app/lib/app-error.ts";
import { MAX_PARAMETERS, parametersAsFields, readParameters } from "#app/lib/parameters.ts";
import { parseJson, UnreadableJson } from "#app/lib/parse-json.ts";
import { contentTypeOf, MAX_API_BODY_BYTES } from "./read-body.ts";
import { readUnproven } from "./unproven-bodies.ts";

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the fields of a body that may be a form or JSON. A form's field is a text; one that was sent twice
 * is a list. No body at all has no fields, and neither has JSON that is no object. Who sends it is said in it.
 *
 * @throws AppError invalid_input on JSON that cannot be read and on another content type, and as {@link readUnproven} does.
 */
export async function readFormOrJson(request: Request): Promise<Fields> {
  const text = (await readUnproven(request, MAX_API_BODY_BYTES)).toString("utf8");
  if (text.trim() === "") return {};
  const type = contentTypeOf(request);
  if (type === "application/json") return readJsonFields(text);
  if (type === "application/x-www-form-urlencoded") return readFormFields(text);
  throw unreadable("Send the body as application/x-www-form-urlencoded or as application/json.");
}

/** The fields of a form. @throws AppError invalid_input when there are too many. */
export function readFormFields(text: string): Fields {
  const parameters = readParameters(text);
  if (parameters) return parametersAsFields(parameters);
  throw unreadable(`A form takes at most ${MAX_PARAMETERS} fields.`);
}

function readJsonFields(text: string): Fields {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    throw unreadable(error.message);
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

function unreadable(message: string): AppError {
  return wrongField("body", message);
}
