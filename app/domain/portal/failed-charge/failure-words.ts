import type { MailLanguage } from "../../mail/texts/languages.ts";

/** What stopped a charge, as its payer needs to know it. */
export const FAILURE_CAUSES = [
  ...(["declined", "unusable", "unconfirmed", "technical"] as const),
  ...(["address", "stock", "store"] as const),
] as const;

export type FailureCause = (typeof FAILURE_CAUSES)[number];

/** What comes next, or what the payer is to do. */
export const FAILURE_STEPS = ["retry", "payment_method", "address", "confirm", "ask"] as const;

export type FailureStep = (typeof FAILURE_STEPS)[number];

type FailureKey = "failed" | `is_${FailureCause}` | `then_${FailureStep}` | "or_now";

/** What the owner of a subscription reads of a failed charge, in one language. Values stand in braces. */
export const FAILURE_WORDS: Readonly<Record<MailLanguage, Readonly<Record<FailureKey, string>>>> = {
  en: {
    failed: "The charge of {amount} failed on {day}.",
    is_declined: "The payment method was declined.",
    is_unusable: "The payment method can't be used.",
    is_unconfirmed: "Your bank wants you to confirm the payment.",
    is_technical: "A technical error stopped it.",
    is_address: "The delivery address is missing or wrong.",
    is_stock: "Something was out of stock.",
    is_store: "The store can't make this charge.",
    then_retry: "It is tried again on {retry}.",
    then_payment_method: "Update your payment method: then it is tried again.",
    then_address: "Correct the address: then it is tried again.",
    then_confirm: "Confirm it by the link in our email.",
    then_ask: "Ask the store.",
    or_now: "You can also change the payment method, or charge it now.",
  },
  de: {
    failed: "Die Abbuchung von {amount} ist am {day} fehlgeschlagen.",
    is_declined: "Die Zahlungsart wurde abgelehnt.",
    is_unusable: "Die Zahlungsart ist nicht nutzbar.",
    is_unconfirmed: "Deine Bank möchte, dass du die Zahlung bestätigst.",
    is_technical: "Ein technischer Fehler hat sie verhindert.",
    is_address: "Die Lieferadresse fehlt oder stimmt nicht.",
    is_stock: "Etwas war nicht vorrätig.",
    is_store: "Der Shop kann diese Abbuchung nicht machen.",
    then_retry: "Der nächste Versuch ist am {retry}.",
    then_payment_method: "Ändere deine Zahlungsart: Dann wird es noch einmal versucht.",
    then_address: "Berichtige die Adresse: Dann wird es noch einmal versucht.",
    then_confirm: "Bestätige sie über den Link in unserer E-Mail.",
    then_ask: "Frag den Shop.",
    or_now: "Du kannst auch die Zahlungsart ändern oder jetzt abbuchen lassen.",
  },
  fr: {
    failed: "Le prélèvement de {amount} a échoué le {day}.",
    is_declined: "Le moyen de paiement a été refusé.",
    is_unusable: "Le moyen de paiement n’est pas utilisable.",
    is_unconfirmed: "Votre banque vous demande de confirmer le paiement.",
    is_technical: "Une erreur technique l’a empêché.",
    is_address: "L’adresse de livraison manque ou n’est pas correcte.",
    is_stock: "Un article n’était pas en stock.",
    is_store: "La boutique ne peut pas effectuer ce prélèvement.",
    then_retry: "Le prochain essai aura lieu le {retry}.",
    then_payment_method: "Modifiez votre moyen de paiement : il y aura alors un nouvel essai.",
    then_address: "Corrigez l’adresse : il y aura alors un nouvel essai.",
    then_confirm: "Confirmez-le par le lien de notre e-mail.",
    then_ask: "Adressez-vous à la boutique.",
    or_now: "Vous pouvez aussi modifier le moyen de paiement ou payer maintenant.",
  },
  es: {
    failed: "El cobro de {amount} falló el {day}.",
    is_declined: "El método de pago se rechazó.",
    is_unusable: "El método de pago no se puede usar.",
    is_unconfirmed: "Tu banco quiere que confirmes el pago.",
    is_technical: "Lo impidió un error técnico.",
    is_address: "La dirección de envío falta o no es correcta.",
    is_stock: "Faltaban existencias de algún artículo.",
    is_store: "La tienda no puede hacer este cobro.",
    then_retry: "El próximo intento es el {retry}.",
    then_payment_method: "Cambia tu método de pago: entonces se intenta de nuevo.",
    then_address: "Corrige la dirección: entonces se intenta de nuevo.",
    then_confirm: "Confírmalo con el enlace de nuestro correo.",
    then_ask: "Pregunta a la tienda.",
    or_now: "También puedes cambiar el método de pago o pagar ahora.",
  },
  ja: {
    failed: "{day}の{amount}のお支払いは完了しませんでした。",
    is_declined: "お支払い方法が承認されませんでした。",
    is_unusable: "お支払い方法が使えません。",
    is_unconfirmed: "銀行がお支払いの確認を求めています。",
    is_technical: "技術的なエラーが発生しました。",
    is_address: "お届け先がないか、誤りがあります。",
    is_stock: "在庫が足りませんでした。",
    is_store: "ストア側の事情でお支払いを処理できません。",
    then_retry: "次回の試行日は{retry}です。",
    then_payment_method: "お支払い方法を更新すると、もう一度処理されます。",
    then_address: "お届け先を修正すると、もう一度処理されます。",
    then_confirm: "メールのリンクから確認してください。",
    then_ask: "ストアにお問い合わせください。",
    or_now: "お支払い方法の更新や、今すぐのお支払いもできます。",
  },
};
