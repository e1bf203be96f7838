import { wrongField } from "#app/lib/app-error.ts";
import { machineClock } from "#app/lib/clock.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { type ApiKey, toApiKey } from "./api-key.ts";
import { generateApiKey, hashApiKey, lastFourOf } from "./api-key-format.ts";
import { checkKeyName } from "./key-name.ts";
import { isScope, SCOPES, type Scope } from "./scopes.ts";

export interface NewApiKey {
  key: ApiKey;
  /** Shown to its creator once; it cannot be read again. */
  secret: string;
}

/**
 * Makes a key for the store. Every call makes another key.
 *
 * @param input.scopes all of them when left out.
 * @throws AppError invalid_input with `fields` name or scopes.
 */
export async function createApiKey(
  context: Pick<ShopContext, "db" | "shop" | "actor" | "clock">,
  input: { name: string; scopes?: readonly string[] },
): Promise<NewApiKey> {
  const name = checkKeyName(input.name);
  const scopes = checkScopes(input.scopes ?? SCOPES);
  const secret = generateApiKey();
  return context.db.transaction(async (tx) => {
    const row = await tx.apiKey.create({
      data: {
        shopId: context.shop.id,
        name,
        keyHash: hashApiKey(secret),
        lastFour: lastFourOf(secret),
        scopes: [...scopes],
        createdBy: context.actor.name ?? context.actor.kind,
        createdAt: machineClock.now(),
      },
    });
    await recordActivity(context, tx, {
      kind: "api_key.created",
      message: `API key “${name}” (…${row.lastFour}) was created.`,
      details: { api_key_id: String(row.id), scopes: scopes.join(" ") },
    });
    return { key: toApiKey(row, machineClock.now()), secret };
  });
}

/** The scopes in their canonical order, each once. */
function checkScopes(given: readonly string[]): Scope[] {
  const unknown = given.find((scope) => !isScope(scope));
  if (unknown !== undefined) {
    const message = `There is no scope “${unknown}”. Scopes: ${SCOPES.join(", ")}.`;
    throw wrongField("scopes", message);
  }
  if (given.length === 0) {
    const message = "Choose at least one scope.";
    throw wrongField("scopes", message);
  }
  return SCOPES.filter((scope) => given.includes(scope));
}
