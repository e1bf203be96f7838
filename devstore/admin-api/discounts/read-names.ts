import { findDiscountCode } from "#devstore/orders/price-checkout.ts";
import type { DevDiscountCode } from "#devstore/state/discount-code.ts";
import type { CodeInput } from "./code-input.ts";
import type { InputReader } from "./input-reader.ts";

const longest = 255;
const mostTags = 5;

export function readTitle(
  reader: InputReader,
  input: CodeInput,
  before: DevDiscountCode | null,
): string {
  const title = (input.title === undefined ? before?.title : input.title)?.trim() ?? "";
  if (title === "") reader.add("title", "BLANK", "Title can't be blank");
  if (title.length > longest) {
    reader.add("title", "TOO_LONG", `Title is too long (maximum is ${longest} characters)`);
  }
  return title;
}

/** The code, which no other discount of the shop may have, in whatever case. */
export function readCode(
  reader: InputReader,
  input: CodeInput,
  before: DevDiscountCode | null,
): string {
  const given = input.code === undefined ? before?.code : input.code;
  if (given == null) {
    reader.add("code", "BLANK", "Code can't be blank");
    return "";
  }
  if (given === "") reader.add("code", "TOO_SHORT", "Code is too short (minimum is 1 character)");
  if (/[\r\n]/.test(given)) {
    reader.add("code", "INVALID", "Code cannot contain newline characters.");
  }
  const code = given.trim();
  if (given !== "" && code === "") reader.add("code", "BLANK", "Code can't be blank");
  if (code.length > longest) {
    reader.add("code", "TOO_LONG", `Code is too long (maximum is ${longest} characters)`);
  }
  const { context } = reader;
  const holder = findDiscountCode(context, context.shop.domain, code);
  if (holder !== undefined && holder.id !== before?.id) {
    reader.add("code", "TAKEN", "Code must be unique. Please try a different code.");
  }
  return code;
}

/** The input replaces all tags. */
export function readTags(
  reader: InputReader,
  input: CodeInput,
  before: DevDiscountCode | null,
): string[] {
  const tags = [...new Set(input.tags ?? before?.tags ?? [])];
  if (tags.length > mostTags) {
    reader.add("tags", "TOO_MANY_TAGS", `The number of tags exceeds the maximum of ${mostTags}.`);
  }
  if (tags.some((tag) => tag.length > longest)) {
    reader.add(
      "tags",
      "INVALID_TAG_LENGTH",
      `The tag title exceeds the maximum length of ${longest} characters.`,
    );
  }
  return tags;
}
