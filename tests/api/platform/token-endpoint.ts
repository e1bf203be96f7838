import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const requestSchema = z.object({
  grant_type: z.string(),
  refresh_token: z.string().optional(),
  subject_token: z.string().optional(),
  requested_token_type: z.string().optional(),
  expiring: z.string().optional(),
});

type TokenRequest = z.infer<typeof requestSchema>;

/** The outcome of the next requests: done and answered, at once or later, done and not answered, or refused. */
export type Fate =
  | "answer"
  | "lose-answer"
  | { after: Promise<unknown> }
  | { status: number; body: unknown }
  | { omit: string[] };

/**
 * The platform's token endpoint by its published rules: a refresh token stays good until the one that
 * replaced it is used. It stands at the network's edge, where the platform would, for the faults that
 * have to be met at an exact moment.
 */
export class TokenEndpoint {
  readonly requests: TokenRequest[] = [];
  /** Of whom an online token is granted. */
  staff: Record<string, unknown> = {
    id: 12345,
    first_name: "Mia",
    last_name: "Example",
    email: "mia@example.com",
    email_verified: true,
    account_owner: false,
    locale: "de",
    collaborator: false,
  };
  /** The outcome of each request; the last one repeats. */
  fates: Fate[] = ["answer"];
  url = "";
  /** Refresh tokens that are good, each with the one that it was got by. */
  readonly #good = new Map<string, string | null>();
  readonly #server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      void this.#take(requestSchema.parse(JSON.parse(text)), response);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** A refresh token as from an installation. */
  issue(): string {
    const token = `shprt_${randomUUID()}`;
    this.#good.set(token, null);
    return token;
  }

  async #take(request: TokenRequest, response: ServerResponse): Promise<void> {
    this.requests.push(request);
    const fate = (this.fates.length > 1 ? this.fates.shift() : this.fates[0]) ?? "answer";
    if (typeof fate === "object" && "status" in fate) {
      answer(response, fate.status, fate.body);
      return;
    }
    const granted = this.#grant(request);
    if (typeof fate === "object" && "after" in fate) await fate.after;
    if (fate === "lose-answer") response.destroy();
    else if (granted === null) {
      answer(response, 401, {
        error: "invalid_request",
        error_description: "This request requires an active refresh_token",
      });
    } else {
      const left = Object.entries(granted).filter(
        ([name]) => typeof fate !== "object" || !("omit" in fate) || !fate.omit.includes(name),
      );
      answer(response, 200, Object.fromEntries(left));
    }
  }

  #grant(request: TokenRequest): Record<string, unknown> | null {
    if (request.requested_token_type?.endsWith(":online-access-token")) {
      return {
        access_token: `shpua_${randomUUID()}`,
        scope: "read_customers",
        expires_in: 86_399,
        associated_user_scope: "read_customers",
        associated_user: this.staff,
      };
    }
    const used = request.refresh_token;
    if (used !== undefined) {
      const predecessor = this.#good.get(used);
      if (predecessor === undefined) return null;
      if (predecessor !== null) this.#good.delete(predecessor);
    }
    const refreshToken = `shprt_${randomUUID()}`;
    this.#good.set(refreshToken, used ?? null);
    return {
      access_token: `shpat_${randomUUID()}`,
      scope: "read_customers",
      expires_in: 3600,
      refresh_token: refreshToken,
      refresh_token_expires_in: 90 * 86_400,
    };
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
