import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineTask } from "../schedule/schedule-task.ts";

const payload = z.object({ importId: idText });
/** The time is part of the key, because a run that has to wait plans the next one. */
const key = ({ importId }: z.output<typeof payload>, dueAt: Date) =>
  `${importId}:${dueAt.getTime()}`;

/** Checks each line of an uploaded import. */
export const checkImportTask = defineTask({ kind: "check-contract-import", payload, key });

/** Makes the contracts of a confirmed import, all of them paused. */
export const createImportTask = defineTask({ kind: "create-contract-import", payload, key });

/** Lets the contracts of an import begin, once the old app has stopped. */
export const activateImportTask = defineTask({ kind: "activate-contract-import", payload, key });

/** Cancels what an import has made, before it began. */
export const undoImportTask = defineTask({ kind: "undo-contract-import", payload, key });
