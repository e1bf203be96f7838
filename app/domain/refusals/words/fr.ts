import type { RefusalWords } from "../refusal-reasons.ts";

/** What is wrong and what to do, in French. */
export const fr: RefusalWords = {
  switched_off:
    "Cela ne peut pas être modifié ici. Adressez-vous à la boutique, qui peut le faire pour vous.",
  ended: "Cet abonnement a pris fin : plus rien n’est prélevé.",
  no_address: "Aucune adresse de livraison ne peut être modifiée ici. Adressez-vous à la boutique.",
  not_to_change:
    "Ce produit est un cadeau ou fait partie d’un essai : il ne peut pas être modifié pour le moment.",
  resume_first: "L’abonnement est en pause. Reprenez-le d’abord, puis changez la fréquence.",
  nothing_to_answer: "Il n’y a rien à répondre.",
  only_cancel: "L’ancien prix n’est plus possible. Vous pouvez résilier.",
  not_again: "Ce contrat ne peut pas reprendre. Vous pouvez l’acheter dans la boutique.",
  again_already_active: "Vous avez déjà cette adhésion : elle ne reprend pas une seconde fois.",
  again_payment_pending: "Le dernier paiement est en cours de confirmation. Réessayez ensuite.",
  again_payment_method:
    "Le moyen de paiement n’est plus utilisable. Achetez dans la boutique avec un autre.",
  again_not_sold: "La boutique ne vend plus cela. Choisissez autre chose dans la boutique.",
  again_ask_store:
    "L’abonnement ne peut pas reprendre ici. Adressez-vous à la boutique, qui peut le faire pour vous.",
  withdrawal_over:
    "Le délai de rétractation de ce contrat est passé. Vous pouvez le résilier ou vous adresser à la boutique.",
  withdrawal_off:
    "Cette boutique n’accepte pas de rétractation ici. Vous pouvez résilier le contrat ou vous adresser à la boutique.",
  canceled: "Ce contrat est résilié et ne peut pas revenir.",
  import_waits:
    "Cet abonnement vient de l’ancien système de la boutique et n’a pas encore commencé ici. Demandez à la boutique quand il commence.",

  delivery_arranged:
    "L’une des prochaines livraisons a été convenue à part : l’ensemble ne peut pas être modifié. Demandez à la boutique de le faire.",
  delivery_gone: "Cette livraison n’existe plus. Consultez à nouveau l’abonnement.",
  date_gone:
    "La prochaine date n’est plus possible. Consultez à nouveau l’abonnement, puis choisissez.",
  date_too_far: "La prochaine date est trop éloignée. Choisissez une autre fréquence.",
  prepaid_frequency:
    "Cette fréquence ne convient pas aux livraisons payées d’avance. Demandez à la boutique de la changer.",
  runtime_frequency:
    "Cette fréquence ne convient pas à la durée de l’abonnement. Demandez à la boutique de la changer.",
  address_needed:
    "L’abonnement a besoin d’une adresse de livraison. Saisissez-la d’abord, puis changez le reste.",
  not_shipped:
    "Il n’y a pas de livraison à cette adresse. Saisissez-en une autre ou adressez-vous à la boutique.",
  payment_needed:
    "L’abonnement n’a pas de moyen de paiement. Ajoutez-en un d’abord, puis changez le reste.",
  payment_of_other:
    "Le moyen de paiement appartient à quelqu’un d’autre. Donnez-en d’abord un autre à l’abonnement.",
  owner_unknown:
    "La boutique ne connaît plus le titulaire de l’abonnement. Adressez-vous à la boutique.",
  owner_erased:
    "Les données du titulaire de l’abonnement ont été effacées. Adressez-vous à la boutique.",
  currency_gone:
    "La boutique ne vend plus dans la devise de l’abonnement. Demandez à la boutique de la changer.",
  product_gone:
    "L’un des produits n’est plus proposé en abonnement. Choisissez-en un autre ou adressez-vous à la boutique.",
  discount_lost:
    "Une remise de l’abonnement serait perdue. Demandez à la boutique de faire la modification.",
  lines_full:
    "L’abonnement compte déjà autant de produits que possible. Demandez à la boutique de le modifier.",
  discounts_full:
    "L’abonnement compte déjà autant de remises que possible. Demandez à la boutique de le modifier.",
  not_taken:
    "La boutique n’accepte pas cette modification. Choisissez-en une autre ou adressez-vous à la boutique.",

  charge_changed: "Ce prélèvement a été effectué ou modifié entre-temps. Rechargez la page.",
  date_changed: "La date du prochain prélèvement a changé entre-temps. Rechargez la page.",
  charge_running: "Un prélèvement est en cours. Attendez qu’il soit terminé, puis réessayez.",
  charge_unpaid:
    "Un prélèvement de cet abonnement est impayé. Payez-le d’abord, puis changez le reste.",
  charge_cap:
    "Ce moyen de paiement a échoué trop souvent pour être débité à nouveau. Choisissez-en un autre.",
  paused: "L’abonnement est en pause et n’a pas de prochain prélèvement. Reprenez-le d’abord.",
  no_next_charge: "L’abonnement est résilié : il n’a pas de prochain prélèvement.",
  no_such_charge:
    "Il n’y a pas de prélèvement ce jour-là, ou il a déjà été effectué. Rechargez la page.",
  period_not_over:
    "La période précédant ce prélèvement n’est pas terminée. Il est possible après le {day}.",

  contract_changed:
    "Votre abonnement a changé entre-temps. Consultez-le à nouveau, puis choisissez.",
  change_under_way:
    "Une autre modification de cet abonnement est en cours. Consultez-le dans une minute, puis choisissez.",
  again_changed: "L’offre a changé entre-temps. Consultez-la à nouveau, puis choisissez.",
  again_under_way: "Ce contrat est en train de reprendre. Consultez-le dans quelques minutes.",
  again_made: "Ce contrat a repris. Rétractez-vous de celui qui lui fait suite.",
  answer_agreed: "Vous avez déjà accepté. La modification s’appliquera au jour prévu.",
  answer_declined: "Vous n’avez pas accepté. Rien ne change pour vous.",
  answer_over:
    "Le délai de réponse est passé. Adressez-vous à la boutique si vous avez des questions.",
  answer_stopped: "Cette modification ne s’appliquera pas. Rien ne change pour vous.",
  answer_canceled: "L’abonnement est résilié. Il n’y a plus rien à répondre.",

  day_needed: "Choisissez un jour.",
  day_passed: "Ce moment est passé. Choisissez un jour ultérieur.",
  day_within: "Choisissez un jour dans les {days} jours.",
  day_after: "Choisissez un jour après le {day}.",
  plan_needed: "Choisissez l’une des fréquences proposées.",
  plan_gone: "Cette fréquence n’est plus proposée. Choisissez-en une autre.",
  line_needed: "Choisissez l’un des produits de l’abonnement.",
  variant_needed: "Choisissez l’un des modèles proposés.",
  variant_sold_out: "Ce modèle est épuisé. Choisissez-en un autre.",
  variant_gone: "Ce modèle n’existe plus. Choisissez-en un autre.",
  quantity_range: "Choisissez une quantité de {least} à {most}.",
  quantity_wrong: "Cette quantité n’est pas acceptée. Choisissez-en une autre.",
  last_name_needed: "Saisissez un nom.",
  address1_needed: "Saisissez un numéro et une rue.",
  city_needed: "Saisissez une ville.",
  country_needed: "Choisissez un pays.",
  first_name_wrong: "Ce prénom n’est pas accepté. Écrivez-le autrement.",
  last_name_wrong: "Ce nom n’est pas accepté. Écrivez-le autrement.",
  company_wrong: "Cette société n’est pas acceptée. Écrivez-la autrement.",
  address1_wrong: "Cette rue n’est pas acceptée. Écrivez-la autrement.",
  address2_wrong: "Ce complément n’est pas accepté. Écrivez-le autrement.",
  city_wrong: "Cette ville n’est pas acceptée. Écrivez-la autrement.",
  zip_wrong: "Ce code postal ne correspond pas au pays. Corrigez-le.",
  province_wrong: "Cette région ou province n’est pas dans ce pays. Choisissez-en une autre.",
  country_wrong: "Il n’y a pas de livraison dans ce pays. Choisissez-en un autre.",
  phone_wrong: "Ce n’est pas un numéro de téléphone. Corrigez-le ou laissez le champ vide.",
  too_long: "{field} : {most} caractères au maximum.",

  any_input: "Une information saisie n’est pas correcte. Vérifiez-la, puis renvoyez-la.",
  any_missing: "Cet abonnement est introuvable. Rechargez la page ou adressez-vous à la boutique.",
  any_hurry: "C’était trop souvent. Attendez une minute, puis réessayez.",
  any_outage: "La boutique ne répond pas pour le moment. Réessayez.",
  any_refusal:
    "La boutique ne peut pas le faire pour le moment. Réessayez plus tard ou adressez-vous à elle.",
};
