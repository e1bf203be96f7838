import type { RefusalWords } from "../refusal-reasons.ts";

/** What is wrong and what to do, in German. */
export const de: RefusalWords = {
  switched_off: "Das lässt sich hier nicht ändern. Frag den Shop: Er kann es für dich tun.",
  ended: "Dieses Abo ist beendet. Es wird nichts mehr abgebucht.",
  no_address: "Hier lässt sich keine Lieferadresse ändern. Frag den Shop.",
  not_to_change:
    "Dieses Produkt ist ein Geschenk oder gehört zu einer Probezeit. Es lässt sich jetzt nicht ändern.",
  resume_first: "Das Abo ist pausiert. Setze es erst fort, dann ändere die Häufigkeit.",
  nothing_to_answer: "Es gibt nichts zu beantworten.",
  only_cancel: "Der alte Preis ist nicht mehr möglich. Du kannst kündigen.",
  not_again: "Dieser Vertrag kann nicht wieder beginnen. Du kannst ihn im Shop neu kaufen.",
  again_already_active: "Du hast diese Mitgliedschaft schon, deshalb beginnt keine zweite.",
  again_payment_pending: "Die letzte Zahlung wird noch bestätigt. Versuche es danach noch einmal.",
  again_payment_method: "Die Zahlungsart ist nicht mehr nutzbar. Kaufe im Shop mit einer anderen.",
  again_not_sold: "Der Shop verkauft das nicht mehr. Wähle im Shop etwas anderes.",
  again_ask_store: "Es kann hier nicht wieder beginnen. Frag den Shop: Er kann es für dich tun.",
  withdrawal_over:
    "Die Zeit für den Widerruf dieses Vertrags ist vorbei. Du kannst kündigen oder den Shop fragen.",
  withdrawal_off:
    "Dieser Shop nimmt hier keinen Widerruf an. Du kannst kündigen oder den Shop fragen.",
  canceled: "Dieser Vertrag ist gekündigt und kommt nicht zurück.",
  import_waits:
    "Dieses Abo kommt aus dem früheren System des Shops und hat hier noch nicht begonnen. Frag den Shop, wann es so weit ist.",

  delivery_arranged:
    "Eine der nächsten Lieferungen wurde einzeln vereinbart, deshalb lässt sich das Ganze jetzt nicht ändern. Bitte den Shop darum.",
  delivery_gone: "Diese Lieferung gibt es nicht mehr. Sieh dir das Abo noch einmal an.",
  date_gone:
    "Der nächste Termin ist nicht mehr möglich. Sieh dir das Abo noch einmal an und wähle dann.",
  date_too_far: "Der nächste Termin liegt zu weit voraus. Wähle eine andere Häufigkeit.",
  prepaid_frequency:
    "Diese Häufigkeit passt nicht zu den vorausbezahlten Lieferungen. Bitte den Shop darum.",
  runtime_frequency: "Diese Häufigkeit passt nicht zur Laufzeit des Abos. Bitte den Shop darum.",
  address_needed: "Das Abo braucht eine Lieferadresse. Gib sie zuerst ein, dann ändere den Rest.",
  not_shipped: "An diese Adresse wird nicht geliefert. Gib eine andere ein oder frag den Shop.",
  payment_needed: "Das Abo hat keine Zahlungsart. Hinterlege erst eine, dann ändere den Rest.",
  payment_of_other:
    "Die Zahlungsart gehört jemand anderem. Hinterlege erst eine andere für das Abo.",
  owner_unknown:
    "Der Shop kennt die Inhaberin oder den Inhaber des Abos nicht mehr. Frag den Shop.",
  owner_erased: "Die Daten zu diesem Abo wurden gelöscht. Frag den Shop.",
  currency_gone:
    "Der Shop verkauft nicht mehr in der Währung des Abos. Bitte den Shop, es zu ändern.",
  product_gone:
    "Eines der Produkte gibt es nicht mehr im Abo. Wähle ein anderes oder frag den Shop.",
  discount_lost: "Dabei ginge ein Rabatt des Abos verloren. Bitte den Shop, es zu ändern.",
  lines_full: "Das Abo hat schon so viele Produkte wie möglich. Bitte den Shop, es zu ändern.",
  discounts_full: "Das Abo hat schon so viele Rabatte wie möglich. Bitte den Shop, es zu ändern.",
  not_taken: "Der Shop nimmt diese Änderung nicht an. Wähle eine andere oder frag den Shop.",

  charge_changed: "Diese Abbuchung wurde inzwischen gemacht oder geändert. Lade die Seite neu.",
  date_changed: "Der Tag der nächsten Abbuchung hat sich inzwischen geändert. Lade die Seite neu.",
  charge_running:
    "Gerade läuft eine Abbuchung. Warte, bis sie fertig ist, und versuche es dann noch einmal.",
  charge_unpaid:
    "Eine Abbuchung dieses Abos ist nicht bezahlt. Bezahle sie zuerst, dann ändere den Rest.",
  charge_cap:
    "Diese Zahlungsart hat zu oft nicht geklappt und wird nicht noch einmal belastet. Wähle eine andere.",
  paused: "Das Abo ist pausiert und hat keine nächste Abbuchung. Setze es zuerst fort.",
  no_next_charge: "Das Abo ist gekündigt. Es hat keine nächste Abbuchung.",
  no_such_charge:
    "An diesem Tag gibt es keine Abbuchung, oder sie ist schon gemacht. Lade die Seite neu.",
  period_not_over:
    "Der Zeitraum vor dieser Abbuchung ist noch nicht zu Ende. Abgebucht werden kann nach dem {day}.",

  contract_changed:
    "Dein Abo hat sich inzwischen geändert. Sieh es dir noch einmal an und wähle dann.",
  change_under_way:
    "Eine andere Änderung dieses Abos läuft gerade. Sieh in einer Minute noch einmal nach und wähle dann.",
  again_changed:
    "Das Angebot hat sich inzwischen geändert. Sieh es dir noch einmal an und wähle dann.",
  again_under_way:
    "Dieser Vertrag beginnt gerade wieder. Sieh in einigen Minuten noch einmal nach.",
  again_made: "Dieser Vertrag hat wieder begonnen. Widerrufe den, als der er weiterläuft.",
  answer_agreed: "Du hast schon zugestimmt. Die Änderung kommt an ihrem Tag.",
  answer_declined: "Du hast nicht zugestimmt. Für dich bleibt alles, wie es ist.",
  answer_over: "Die Zeit für eine Antwort ist vorbei. Frag den Shop, wenn du Fragen hast.",
  answer_stopped: "Diese Änderung kommt nicht. Für dich bleibt alles, wie es ist.",
  answer_canceled: "Das Abo ist gekündigt. Es gibt nichts zu beantworten.",

  day_needed: "Wähle einen Tag.",
  day_passed: "Dieser Zeitpunkt ist vorbei. Wähle einen späteren Tag.",
  day_within: "Wähle einen Tag innerhalb von {days} Tagen.",
  day_after: "Wähle einen Tag nach dem {day}.",
  plan_needed: "Wähle eine der angebotenen Häufigkeiten.",
  plan_gone: "Diese Häufigkeit gibt es nicht mehr. Wähle eine andere.",
  line_needed: "Wähle eines der Produkte des Abos.",
  variant_needed: "Wähle eine der angebotenen Ausführungen.",
  variant_sold_out: "Diese Ausführung ist ausverkauft. Wähle eine andere.",
  variant_gone: "Diese Ausführung gibt es nicht mehr. Wähle eine andere.",
  quantity_range: "Wähle eine Menge von {least} bis {most}.",
  quantity_wrong: "Diese Menge geht nicht. Wähle eine andere.",
  last_name_needed: "Gib einen Nachnamen ein.",
  address1_needed: "Gib Straße und Hausnummer ein.",
  city_needed: "Gib einen Ort ein.",
  country_needed: "Wähle ein Land.",
  first_name_wrong: "Dieser Vorname wird nicht angenommen. Schreib ihn anders.",
  last_name_wrong: "Dieser Nachname wird nicht angenommen. Schreib ihn anders.",
  company_wrong: "Diese Firma wird nicht angenommen. Schreib sie anders.",
  address1_wrong: "Diese Straße wird nicht angenommen. Schreib sie anders.",
  address2_wrong: "Dieser Adresszusatz wird nicht angenommen. Schreib ihn anders.",
  city_wrong: "Dieser Ort wird nicht angenommen. Schreib ihn anders.",
  zip_wrong: "Diese Postleitzahl passt nicht zum Land. Berichtige sie.",
  province_wrong: "Dieses Bundesland gehört nicht zum Land. Wähle ein anderes.",
  country_wrong: "In dieses Land wird nicht geliefert. Wähle ein anderes.",
  phone_wrong: "Das ist keine Telefonnummer. Berichtige sie oder lass sie weg.",
  too_long: "{field}: höchstens {most} Zeichen.",

  any_input: "Eine Angabe stimmt nicht. Prüfe sie und sende sie noch einmal.",
  any_missing: "Dieses Abo ist nicht mehr zu finden. Lade die Seite neu oder frag den Shop.",
  any_hurry: "Das war zu oft. Warte eine Minute und versuche es dann noch einmal.",
  any_outage: "Der Shop antwortet gerade nicht. Versuche es noch einmal.",
  any_refusal: "Der Shop kann das gerade nicht. Versuche es später noch einmal oder frag den Shop.",
};
