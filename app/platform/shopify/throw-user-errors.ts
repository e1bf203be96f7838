import { PlatformFailure } from "../platform-failure.ts";

/** What a mutation answers beside its outcome when the platform does not want to. */
export interface AdminUserError {
  field?: string[] | null;
  message: string;
  code?: string | null;
}

/**
 * The payload of a mutation that went through.
 *
 * @throws PlatformFailure `refused` with the platform's words, code and field when it did not.
 */
export function throwUserErrors<Payload extends { userErrors: AdminUserError[] }>(
  payload: Payload | null | undefined,
): Payload {
  const [first] = payload?.userErrors ?? [];
  if (first !== undefined) {
    const field = first.field?.join(".");
    const message = field ? `${first.message} (${field})` : first.message;
    throw new PlatformFailure("refused", message, first.code ?? null, first.field ?? null);
  }
  if (payload == null) throw new PlatformFailure("refused", "The platform did not say why");
  return payload;
}
