import { isAppError } from "#app/lib/app-error.ts";

/**
 * Reads what a page is about.
 *
 * @throws Response 404, with words for the merchant, where it is not there.
 */
export async function orNotFound<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") {
      throw new Response(error.message, { status: 404 });
    }
    throw error;
  }
}
