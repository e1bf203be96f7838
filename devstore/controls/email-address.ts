import { z } from "zod";

/** Any address that the platform takes, which is less strict than the standards are. */
export const emailAddress = z.string().regex(/^\S+@\S+$/, "Must be an e-mail address.");
