import { SECOND_CONNECTION } from "#app/lib/db.ts";

let meant: { count: number } | null = null;

// Work of a transaction that asks by a second connection is a fault, wherever it happens in a test.
process.on("warning", (warning) => {
  if (!("code" in warning) || warning.code !== SECOND_CONNECTION) return;
  if (!meant) throw warning;
  meant.count += 1;
});

/** Does work that asks by second connections on purpose. @returns how often it did. */
export async function countSecondConnections(work: () => Promise<unknown>): Promise<number> {
  const counted = { count: 0 };
  meant = counted;
  try {
    await work();
    return counted.count;
  } finally {
    meant = null;
  }
}
