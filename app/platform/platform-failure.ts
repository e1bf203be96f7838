/**
 * Why a call to the platform did not do what was asked.
 *
 * - `refused`: the platform understood and said no (a user error). Repeating changes nothing.
 * - `unavailable`: throttled to the end of our patience, 5xx, or no answer. The call may or may not have
 *   had its effect; repeating later is right.
 * - `not_connected`: the app is not installed on the store, or its token was revoked.
 */
export type PlatformFailureKind = "refused" | "unavailable" | "not_connected";

export class PlatformFailure extends Error {
  readonly kind: PlatformFailureKind;
  /** The platform's own code where it gives one, for example `STALE_CONTRACT`. */
  readonly platformCode: string | null;
  /** The part of the input that the platform does not take, where it names one. */
  readonly field: readonly string[] | null;

  constructor(
    kind: PlatformFailureKind,
    message: string,
    platformCode: string | null = null,
    field: readonly string[] | null = null,
  ) {
    super(message);
    this.field = field;
    this.name = "PlatformFailure";
    this.kind = kind;
    this.platformCode = platformCode;
  }
}

/** True for a PlatformFailure, also one made by another copy of this module in the same process. */
export function isPlatformFailure(error: unknown): error is PlatformFailure {
  return error instanceof Error && error.name === "PlatformFailure";
}

/** Something that the platform has sent and this app cannot read. The message names it, in words for a merchant and without a full stop. */
export class UnreadableValue extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnreadableValue";
  }
}

/** True for an UnreadableValue, also one made by another copy of this module in the same process. */
export function isUnreadableValue(error: unknown): error is UnreadableValue {
  return error instanceof Error && error.name === "UnreadableValue";
}
