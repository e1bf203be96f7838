import { integratorsHour } from "./integrators-hour.ts";
import { merchantsMorning } from "./merchants-morning.ts";
import { shoppersMonth } from "./shoppers-month.ts";
import type { Tour } from "./tour.ts";

/** In the order in which somebody new goes on them. */
export const tours: readonly Tour[] = [shoppersMonth, merchantsMorning, integratorsHour];
