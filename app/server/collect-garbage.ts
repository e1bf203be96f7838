import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects the garbage of this process now: the engine itself does so only while it allocates. */
export const collectGarbage: () => void = runInNewContext("gc");
