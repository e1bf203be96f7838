import type { FormError } from "#app/ui/use-form-request.ts";

/**
 * For a page's `clientAction`: the same when the server cannot be reached at all.
 *
 * @throws Response, as the server's action does.
 */
export async function keepWhenOffline<T>(serverAction: () => Promise<T>): Promise<T | FormError> {
  // Asked first: without a connection the admin cannot even sign the request, and would keep it waiting.
  if (!navigator.onLine) return unreachable;
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof TypeError) return unreachable;
    throw error;
  }
}

const unreachable: FormError = {
  outcome: "refused",
  message:
    "The server could not be reached, and nothing was saved. Check your connection and try again.",
  fields: {},
};
