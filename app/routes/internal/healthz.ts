import { jsonResponse } from "#app/http/respond.ts";

/** The process is up and answers. */
export const loader = async (): Promise<Response> => jsonResponse(200, { status: "ok" });
