import type { StaffMember as StaffRow } from "#app/generated/prisma/client.ts";
import type { Database } from "#app/lib/db.ts";
import { supportedLocale } from "#app/lib/locale.ts";
import type { StaffProfile } from "#app/platform/platform.ts";

/** Who is signed in, and what their request says of them. */
export interface StaffVisit {
  /** The platform's numeric id, as text. */
  staffId: string;
  /** The locale that the admin opened the page with; null for the requests that follow. */
  locale: string | null;
  /** Asks the platform; null when it does not say. Never throws. */
  readProfile(): Promise<StaffProfile | null>;
}

/** A member of a store's staff, as the admin shows them. */
export interface StaffMember {
  name: string;
  /** Null while nobody has said it. */
  locale: string | null;
}

const DAY_MS = 86_400_000;
/** So long a person is not asked for again after the platform did not answer: each page would wait for it. */
const PAUSE_MS = 5 * 60_000;
/** Of failed readings that are remembered; more than a process ever has. */
const MAX_PAUSES = 10_000;

/** What a process is reading, and whom it has asked for in vain: pages load several parts at once. */
class Readings {
  readonly running = new Map<string, Promise<StaffRow | null>>();
  readonly failedAt = new Map<string, number>();
}
const readings = new WeakMap<Database["processPool"], Readings>();

/**
 * Names the visitor. The platform is asked once a day for each person; while it does not answer, what was known
 * before stays, or else "Staff member 7000001". Never throws because of the platform, and may be repeated.
 */
export async function recallStaffMember(
  db: Database,
  shopId: bigint,
  visit: StaffVisit,
): Promise<StaffMember> {
  const unnamed = `Staff member ${visit.staffId}`;
  const told = supportedLocale(visit.locale);
  if (!/^\d{1,18}$/.test(visit.staffId)) return { name: unnamed, locale: told };
  const key = { shopId, platformUserId: BigInt(visit.staffId) };
  const stored = await db.prisma.staffMember.findUnique({
    where: { shopId_platformUserId: key },
  });
  let row = isFresh(stored) ? stored : ((await readOnce(db, key, visit)) ?? stored);
  // The admin's own word for this visit: it is newer than what was read within the last day.
  if (told !== null && told !== row?.locale) row = await storeStaff(db, key, { locale: told });
  return { name: row?.name ?? unnamed, locale: row?.locale ?? null };
}

type StaffKey = Pick<StaffRow, "shopId" | "platformUserId">;

function isFresh(row: StaffRow | null): row is StaffRow {
  return row?.readAt != null && row.readAt.getTime() > Date.now() - DAY_MS;
}

/** Reads one person once at a time; who asks meanwhile gets the same answer. Null when there is none. */
function readOnce(db: Database, key: StaffKey, visit: StaffVisit): Promise<StaffRow | null> {
  const { running, failedAt } = readingsOf(db);
  const name = `${key.shopId} ${key.platformUserId}`;
  if ((failedAt.get(name) ?? 0) > Date.now() - PAUSE_MS) return Promise.resolve(null);
  const known = running.get(name);
  if (known !== undefined) return known;
  const reading = readAndStore(db, key, visit)
    .then((row) => {
      if (failedAt.size >= MAX_PAUSES) failedAt.clear();
      if (row === null) failedAt.set(name, Date.now());
      else failedAt.delete(name);
      return row;
    })
    .finally(() => running.delete(name));
  running.set(name, reading);
  return reading;
}

async function readAndStore(
  db: Database,
  key: StaffKey,
  visit: StaffVisit,
): Promise<StaffRow | null> {
  // A reading that ended since the caller looked has stored its answer.
  const stored = await db.prisma.staffMember.findUnique({ where: { shopId_platformUserId: key } });
  if (isFresh(stored)) return stored;
  const profile = await visit.readProfile();
  if (profile === null) return null;
  const locale = supportedLocale(profile.locale);
  return storeStaff(db, key, {
    name: profile.name,
    readAt: new Date(),
    ...(locale !== null && { locale }),
  });
}

function readingsOf(db: Database): Readings {
  const known = readings.get(db.processPool) ?? new Readings();
  readings.set(db.processPool, known);
  return known;
}

function storeStaff(
  db: Database,
  key: StaffKey,
  data: Partial<Pick<StaffRow, "name" | "locale" | "readAt">>,
): Promise<StaffRow> {
  return db.prisma.staffMember.upsert({
    where: { shopId_platformUserId: key },
    create: { ...key, ...data },
    update: data,
  });
}
