import { beforeAll, describe, expect, test } from "vitest";
import { documentOf } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

let shop: PlatformShop;
let owner: string;

beforeAll(async () => {
  shop = await platformShop();
  const { body } = await shop.control("customers");
  owner = gid("Customer", body.cid);
});

async function set(...metafields: Record<string, unknown>[]) {
  const filled = metafields.map((one) => ({ ownerId: owner, type: "json", value: "{}", ...one }));
  const data = await shop.data(documentOf("metafieldsSet"), { metafields: filled });
  return data.metafieldsSet;
}

async function value(key: string): Promise<string | undefined> {
  const query = `query($id: ID!, $key: String!) {
    customer(id: $id) { metafield(namespace: "$app", key: $key) { value } }
  }`;
  return (await shop.data(query, { id: owner, key })).customer.metafield?.value;
}

describe("metafieldsSet", () => {
  test("keeps a value in the app's reserved namespace, and left out means the same one", async () => {
    const { metafields } = await set({ key: "plain" }, { key: "explicit", namespace: "$app" });
    expect(metafields[0].namespace).toMatch(/^app--\d+$/);
    expect(metafields[1].namespace).toBe(metafields[0].namespace);
    expect(await value("plain")).toBe("{}");
  });

  test("keeps JSON of 128 KiB, and refuses a byte more", async () => {
    const json = (bytes: number) => JSON.stringify("ü".repeat((bytes - 2) / 2));
    expect((await set({ key: "large", value: json(131_072) })).userErrors).toEqual([]);
    const { metafields, userErrors } = await set({ key: "large", value: `${json(131_072)} ` });
    expect(metafields).toBeNull();
    expect(userErrors).toMatchObject([{ code: "TOO_LONG", field: ["metafields", "0", "value"] }]);
  });

  test("writes all or nothing, and names the element which stands in the way", async () => {
    const { metafields, userErrors } = await set(
      { key: "first", value: '{"a":1}' },
      { key: "second", value: "not json" },
      { key: "x" },
    );
    expect(metafields).toBeNull();
    expect(userErrors.map((one: { code: string }) => one.code)).toEqual([
      "INVALID_VALUE",
      "TOO_SHORT",
    ]);
    expect(userErrors[0]).toMatchObject({ elementIndex: 1, field: ["metafields", "1", "value"] });
    expect(await value("first")).toBeUndefined();
  });

  test("takes 25 at once and refuses 26", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `many_${index}` }));
    expect((await set(...many(25))).userErrors).toEqual([]);
    expect((await set(...many(26))).userErrors[0].code).toBe("LESS_THAN_OR_EQUAL_TO");
  });

  test("compares and sets: the digest of what stands there passes, any other is STALE_OBJECT", async () => {
    const first = await set({ key: "guarded", value: '{"n":1}', compareDigest: null });
    const digest = first.metafields[0].compareDigest;
    const second = await set({ key: "guarded", value: '{"n":2}', compareDigest: digest });
    expect(second.userErrors).toEqual([]);
    const stale = await set({ key: "guarded", value: '{"n":3}', compareDigest: digest });
    expect(stale.userErrors[0]).toMatchObject({ code: "STALE_OBJECT", elementIndex: 0 });
    const absent = await set({ key: "guarded", value: '{"n":4}', compareDigest: null });
    expect(absent.userErrors[0].code).toBe("STALE_OBJECT");
    expect(await value("guarded")).toBe('{"n":2}');
  });

  test("of many at once with the same digest exactly one wins", async () => {
    const first = await set({ key: "raced", value: '{"n":0}' });
    const compareDigest = first.metafields[0].compareDigest;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        set({ key: "raced", value: `{"n":${index + 1}}`, compareDigest }),
      ),
    );
    expect(answers.filter((one) => one.userErrors.length === 0)).toHaveLength(1);
  });

  test("needs a type once, and an owner that exists", async () => {
    expect((await set({ key: "untyped", type: null })).userErrors[0].code).toBe("BLANK");
    expect((await set({ key: "plain", type: null, value: "[]" })).userErrors).toEqual([]);
    const nobody = await set({ key: "plain", ownerId: gid("Customer", 1) });
    expect(nobody.userErrors[0].code).toBe("INVALID");
  });
});

test("the app installation holds metafields of any namespace", async () => {
  const { currentAppInstallation } = await shop.data("{ currentAppInstallation { id } }");
  const { userErrors } = await set({
    ownerId: currentAppInstallation.id,
    namespace: "cancel_flow",
    key: "settings",
    value: '{"reasons":[]}',
  });
  expect(userErrors).toEqual([]);
  const { currentAppInstallation: installation } = await shop.data(
    `{ currentAppInstallation { metafield(namespace: "cancel_flow", key: "settings") { value jsonValue } } }`,
  );
  expect(installation.metafield).toEqual({ value: '{"reasons":[]}', jsonValue: { reasons: [] } });
});

test("metafieldsDelete takes what is there and answers null for what is not", async () => {
  await set({ key: "doomed" });
  const identifiers = ["doomed", "never_there"].map((key) => {
    return { ownerId: owner, namespace: "$app", key };
  });
  const { metafieldsDelete } = await shop.data(documentOf("metafieldsDelete"), {
    metafields: identifiers,
  });
  expect(metafieldsDelete.deletedMetafields[0].key).toBe("doomed");
  expect(metafieldsDelete.deletedMetafields[1]).toBeNull();
  expect(await value("doomed")).toBeUndefined();
});

test("a definition gives a metafield its type, and is made only once", async () => {
  const create = `mutation($definition: MetafieldDefinitionInput!) {
    metafieldDefinitionCreate(definition: $definition) {
      createdDefinition { id } userErrors { code }
    }
  }`;
  const definition = { name: "Level", key: "level", ownerType: "CUSTOMER", type: "number_integer" };
  const first = await shop.data(create, { definition });
  expect(first.metafieldDefinitionCreate.userErrors).toEqual([]);
  const second = await shop.data(create, { definition });
  expect(second.metafieldDefinitionCreate.userErrors[0].code).toBe("TAKEN");
  expect((await set({ key: "level", type: null, value: "7" })).userErrors).toEqual([]);
  expect((await set({ key: "level", type: null, value: "high" })).userErrors[0].code).toBe(
    "INVALID_VALUE",
  );
});
