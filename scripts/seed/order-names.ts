import type { OrderStory } from "./stories.ts";

/** As people call it. */
export function orderName({ place }: Pick<OrderStory, "place">): string {
  return `#${1000 + place}`;
}

/** The platform's number of an order. */
export function orderNumber({ place }: Pick<OrderStory, "place">): number {
  return 5_500_000_000_000 + place;
}
