import { z } from "zod";

/** A state of a subscription or a member to filter by (contract, section 3.1). */
export const statusFilter = z
  .enum(["active", "paused", "cancelled"], { error: "Must be active, paused or cancelled." })
  .optional()
  .meta({ description: "Only those in this state.", example: "active" });
