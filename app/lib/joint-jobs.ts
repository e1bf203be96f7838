import { hashJson } from "./hash-json.ts";
import type { JobRequest } from "./job-request.ts";
import { partsOf } from "./parts-of.ts";

/** As many metafields as one call of the platform writes. */
const MOST = 25;

/**
 * Makes of two or more jobs of one store that can be done together one joint job, twenty-five at most in each. Others, and those
 * that wait for a time of their own, stay as they are.
 */
export function joinJobs(requests: readonly JobRequest[]): JobRequest[] {
  const byPlace = Map.groupBy(requests, ({ together, runAt }) =>
    together && !runAt ? `${together.name}/${together.shopId}` : null,
  );
  return [...byPlace].flatMap(([place, some]) =>
    place === null ? some : partsOf(some, MOST).map((part) => join(place, part)),
  );
}

function join(place: string, part: readonly JobRequest[]): JobRequest {
  const [first] = part;
  if (!first?.together || part.length === 1) return first as JobRequest;
  const { name, shopId } = first.together;
  const sorted = part.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const each = sorted.map(({ payload }) => payload).join();
  return {
    name,
    payload: `{"shopId":"${shopId}","each":[${each}]}`,
    // Two that do the same are one, as long as neither has begun.
    key: `${place}/${hashJson(sorted.map(({ key }) => key))}`,
    priority: first.priority,
    runAt: null,
    together: null,
  };
}
