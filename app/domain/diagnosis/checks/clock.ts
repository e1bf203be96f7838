import {
  type Check,
  type Finding,
  failing,
  type InstallationFacts,
  ok,
  type StoreFacts,
  warning,
} from "../check.ts";

/** Signed requests are accepted for ninety seconds around their time, session tokens for less. */
const FAILING_MS = 30_000;
const WARNING_MS = 3_000;

const ADVICE =
  "Set the clocks by NTP (chrony or systemd-timesyncd), on this machine and on the database's.";

/** The machine's clock is the database's. */
export const databaseClockCheck: Check<InstallationFacts> = {
  name: "Clock against the database",
  async run({ pool }) {
    const sentAt = Date.now();
    const { rows } = await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
    const middle = (sentAt + Date.now()) / 2;
    return compare((rows[0]?.now.getTime() ?? 0) - middle, "the database");
  },
};

/** The machine's clock is the platform's, which says whole seconds. */
export const platformClockCheck: Check<StoreFacts> = {
  name: "Clock against the platform",
  async run({ access }) {
    if (access instanceof Error) {
      return warning("The platform gave no time.", "See “Access token” above.");
    }
    const { clocks } = access;
    return clocks === null
      ? warning("The platform gave no time.", "Run the checks again.")
      : compare(clocks.platform.getTime() - clocks.here.getTime(), "the platform");
  },
};

function compare(aheadMs: number, other: string): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 100) / 10;
  const found =
    Math.abs(aheadMs) < WARNING_MS
      ? `This machine and ${other} agree.`
      : `This machine is ${seconds} s ${aheadMs > 0 ? "behind" : "ahead of"} ${other}.`;
  if (Math.abs(aheadMs) >= FAILING_MS) return failing(found, ADVICE);
  return Math.abs(aheadMs) >= WARNING_MS ? warning(found, ADVICE) : ok(found);
}
