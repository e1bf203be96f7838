import { z } from "zod";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { lineText } from "#app/lib/line-text.ts";
import { storableText } from "#app/lib/storable-text.ts";
import {
  DEFAULT_REASON_TITLES,
  type ReasonAlias,
} from "../../subscriptions/cancellation-reasons.ts";

const blankAsNull = (text: string): string | null => (text === "" ? null : text);

/** What the editor of a reason sends. Blank texts mean "none". */
export const reasonInputSchema = z
  .object({
    /** Blank: the default label of the alias, which the storefront translates. */
    title: z
      .string()
      .overwrite(lineText)
      .max(80, "A title has at most 80 characters.")
      .transform(blankAsNull),
    description: z
      .string()
      .overwrite(storableText)
      .max(200, "A description has at most 200 characters.")
      .transform(blankAsNull),
    help: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("none") }),
      z.object({ kind: z.literal("contact") }),
      z.object({
        kind: z.literal("help"),
        url: z
          .string()
          .overwrite(lineText)
          .max(500, "An address has at most 500 characters.")
          .refine(
            isHelpAddress,
            "Give an address that starts with https:// or, within the store, with /.",
          ),
      }),
    ]),
    active: z.boolean(),
    /** In the order in which they are tried. */
    offerIds: z.array(z.bigint()).max(20, "A reason has at most 20 offers."),
  })
  .refine((input) => new Set(input.offerIds).size === input.offerIds.length, {
    path: ["offerIds"],
    message: "An offer can stand only once under a reason.",
  });

export type ReasonInput = z.infer<typeof reasonInputSchema>;

/**
 * Checks what the editor sent.
 *
 * @throws AppError invalid_input; `fields` by the names of the input (`url` for the help address).
 */
export function parseReasonInput(given: z.input<typeof reasonInputSchema>): ReasonInput {
  const parsed = reasonInputSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error);
}

/** The merchant's own title, or null when it only repeats the default: then translations go on working. */
export function ownTitle(alias: ReasonAlias, title: string | null): string | null {
  return title === DEFAULT_REASON_TITLES[alias] ? null : title;
}

function isHelpAddress(text: string): boolean {
  if (/^\/(?![/\\])/.test(text)) return true;
  return URL.canParse(text) && new URL(text).protocol === "https:";
}
