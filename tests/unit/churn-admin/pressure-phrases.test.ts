import { describe, expect, test } from "vitest";
import { findPressurePhrases } from "#app/domain/churn/offers/pressure-phrases.ts";
import { fc } from "#tests/support/property.ts";

const words = (text: string) => findPressurePhrases(text).map(({ found }) => found.toLowerCase());

describe("texts that press or shame", () => {
  test.each([
    ["en", "Wait! This is your last chance.", ["last chance"]],
    ["en", "Don’t leave us, you'll lose everything.", ["don't leave", "you'll lose"]],
    ["de", "Letzte Chance: nur heute!", ["letzte chance", "nur heute"]],
    ["de", "Sind Sie sicher? Sie werden es bereuen.", ["sind sie sicher", "bereuen"]],
    ["fr", "Dépêchez-vous, ne manquez pas cette offre.", ["dépêchez-vous", "ne manquez pas"]],
    ["fr", "Êtes-vous sûr de vouloir partir ?", ["êtes-vous sûr"]],
    [
      "es",
      "¡Última oportunidad! No te pierdas el descuento.",
      ["última oportunidad", "no te pierdas"],
    ],
    ["es", "¿Estás segura?", ["¿estás segura"]],
    ["ja", "今だけの最後のチャンスです", ["今だけ", "最後のチャンス"]],
    ["ja", "本当に退会しますか", ["本当に"]],
  ])("%s: each pressing word of “%s” is found, in its order", (_language, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test.each([
    "20% off your next 3 renewals: €12.00 instead of €15.00.",
    "Get deliveries every 8 weeks instead of 4.",
    "Your membership ends on 4 December. You won't be charged again.",
    "Ihre Mitgliedschaft endet am 4. Dezember.",
    "Votre prochaine livraison arrive le 4 mars.",
    "Recibirás un pedido cada 8 semanas.",
    "次の3回の更新が20%割引になります。",
    "Delivered by our hurrying but careful team", // A word that only contains a pressing one.
    "",
  ])("plain words with numbers and dates pass: “%s”", (text) => {
    expect(findPressurePhrases(text)).toEqual([]);
  });

  test("says what kind of pressure it is", () => {
    expect(
      findPressurePhrases("Hurry, don't go, you'll regret it").map((word) => word.pressure),
    ).toEqual(["hurry", "guilt", "loss"]);
  });

  test("a decomposed accent or a typographic apostrophe hides nothing", () => {
    expect(words("Derniére chance".replace("é", "è").normalize("NFD"))).toEqual([
      "dernière chance",
    ]);
    expect(words("We’ll miss you")).toEqual(["we'll miss you"]);
  });

  test("any text is read without throwing", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => Array.isArray(words(text))));
  });
});
