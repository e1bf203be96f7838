import { type AppError, wrongField } from "#app/lib/app-error.ts";
import { lineText } from "#app/lib/line-text.ts";

const LONGEST_NAME = 60;

/**
 * The name of a key without surrounding blanks.
 *
 * @throws AppError invalid_input with `fields.name`.
 */
export function checkKeyName(given: string): string {
  const name = lineText(given);
  if (name === "") throw nameError("Give the key a name, for example the system that will use it.");
  if ([...name].length > LONGEST_NAME) {
    throw nameError(`A name has at most ${LONGEST_NAME} characters.`);
  }
  return name;
}

function nameError(message: string): AppError {
  return wrongField("name", message);
}
