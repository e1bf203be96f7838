import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recallStaffMember, type StaffVisit } from "#app/domain/staff/recall-staff-member.ts";
import { openAdmin } from "#app/routes/admin/open-admin.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0" };

/** A page of the admin, opened in the platform's frame by a staff member. */
async function openAs(shop: TestShop, staffId: number) {
  const { body } = await shop.control("session-token", { staff_id: staffId });
  const request = new Request(body.url, { headers: browser });
  return openAdmin({ request, context: { ...testApp.loadContext } });
}

/** What a visit is named, and how often the platform was asked for it. */
function visitOf(profile: { name: string; locale: string } | null, locale: string | null = null) {
  const visit = {
    staffId: "42",
    locale,
    asked: 0,
    readProfile: async () => {
      visit.asked += 1;
      return profile;
    },
  };
  return visit;
}

async function recall(shop: TestShop, visit: StaffVisit) {
  const { db, shop: row } = await shop.context();
  return recallStaffMember(db, row.id, visit);
}

async function age(shop: TestShop, hours: number): Promise<void> {
  const { db, shop: row } = await shop.context();
  const readAt = new Date(Date.now() - hours * 3_600_000);
  await db.prisma.staffMember.updateMany({ where: { shopId: row.id }, data: { readAt } });
}

const mia = { name: "Mia Example", locale: "en" };

describe("who acts in the admin", () => {
  test("has the name that the platform says of the person who is signed in", async () => {
    const shop = await testApp.createShop();
    const names = [];
    for (const id of [7000001, 7000002]) names.push((await openAs(shop, id)).context.actor);
    expect(names).toEqual([
      { kind: "merchant", name: "Mia Example" },
      { kind: "merchant", name: "Jonas Beispiel" },
    ]);
  });

  test("is not a person of another store with the same number", async () => {
    const [one, other] = [await testApp.createShop(), await testApp.createShop()];
    await recall(one, visitOf(mia));
    expect((await recall(other, visitOf(null))).name).toBe("Staff member 42");
  });

  test("is asked for once a day, also by the parts of a page that load at once", async () => {
    const shop = await testApp.createShop();
    const visit = visitOf(mia);
    const first = await Promise.all(Array.from({ length: 6 }, () => recall(shop, visit)));
    expect(new Set(first.map(({ name }) => name))).toEqual(new Set(["Mia Example"]));
    await recall(shop, visit);
    expect(visit.asked).toBe(1);
    await age(shop, 23);
    await recall(shop, visit);
    expect(visit.asked).toBe(1);
    await age(shop, 25);
    const renamed = visitOf({ name: "Mia Married", locale: "en" });
    expect((await recall(shop, renamed)).name).toBe("Mia Married");
    expect(renamed.asked).toBe(1);
  });

  test("keeps the name that was known while the platform does not say it, and is not asked for at each page", async () => {
    const shop = await testApp.createShop();
    await recall(shop, visitOf(mia));
    await age(shop, 25);
    const silent = visitOf(null);
    for (let page = 0; page < 3; page += 1) {
      expect((await recall(shop, silent)).name).toBe("Mia Example");
    }
    expect(silent.asked).toBe(1);
  });

  test("is a number where the platform has never said a name", async () => {
    const shop = await testApp.createShop();
    expect(await recall(shop, visitOf(null))).toEqual({ name: "Staff member 42", locale: null });
    const odd = { ...visitOf(mia), staffId: "somebody" };
    expect((await recall(shop, odd)).name).toBe("Staff member somebody");
  });
});

describe("a staff member's locale", () => {
  test("is what the platform says, until the admin opens a page with another one", async () => {
    const shop = await testApp.createShop();
    const spoken = visitOf({ name: "Jonas", locale: "de" });
    expect((await recall(shop, spoken)).locale).toBe("de");
    expect((await recall(shop, visitOf(null, "fr"))).locale).toBe("fr");
    expect((await recall(shop, visitOf(null))).locale).toBe("fr");
  });

  test("is known from the page's address where the platform has never said a name", async () => {
    const shop = await testApp.createShop();
    await recall(shop, visitOf(null, "pt-BR"));
    expect(await recall(shop, visitOf(null))).toEqual({
      name: "Staff member 42",
      locale: "pt-BR",
    });
  });

  test.each(["", "xx-nowhere", "../de", "de\u0000", "x".repeat(9_000)])(
    "is never one that cannot be written (%#)",
    async (locale) => {
      const shop = await testApp.createShop();
      expect((await recall(shop, visitOf({ name: "A", locale }, locale))).locale).toBeNull();
    },
  );
});

describe("what is kept of the staff", () => {
  const rowsOf = async (shop: TestShop) => {
    const { db, shop: row } = await shop.context();
    return db.prisma.staffMember.findMany({ where: { shopId: row.id } });
  };

  test("is a name and a locale, and no token of theirs", async () => {
    const shop = await testApp.createShop();
    await openAs(shop, 7000002);
    expect(await rowsOf(shop)).toMatchObject([
      { platformUserId: 7000002n, name: "Jonas Beispiel", locale: "de" },
    ]);
    const where = { shopDomain: shop.domain };
    const sessions = await testApp.app.db.prisma.session.findMany({ where });
    expect(sessions.map(({ isOnline }) => isOnline)).toEqual([false]);
  });

  test("goes when the store removes the app", async () => {
    const shop = await testApp.createShop();
    await recall(shop, visitOf(mia));
    await shop.control("uninstall");
    await shop.quiet();
    expect(await rowsOf(shop)).toEqual([]);
  });
});
