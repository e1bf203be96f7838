import { z } from "zod";

/** An internal id in JSON that is kept: a decimal text, because a bigint is no JSON. */
export const idText = z.codec(z.string().regex(/^\d+$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (id) => String(id),
});
