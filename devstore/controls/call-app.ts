import { AppTrouble } from "../input-error.ts";

/** A request to the shop's app; a request without a response is an error that names the app. */
export async function callApp(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw new AppTrouble(`the app does not answer at ${new URL(address).origin}`);
  }
}
