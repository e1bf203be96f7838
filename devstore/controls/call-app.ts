import { AppTrouble } from "../input-error.ts";

/** A request to the shop's app; one that nobody answers is the app's trouble, by name. */
export async function callApp(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw new AppTrouble(`the app does not answer at ${new URL(address).origin}`);
  }
}
