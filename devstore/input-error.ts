/** Bad input on a control or a checkout: answered 422 with the field's name. */
export class InputError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** Something a control names does not exist: answered 404. */
export class MissingError extends Error {}

/** The app behind a shop did not do its part: answered 502 with what it did instead. */
export class AppTrouble extends Error {}
