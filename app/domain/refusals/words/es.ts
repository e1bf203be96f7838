import type { RefusalWords } from "../refusal-reasons.ts";

/** What is wrong and what to do, in Spanish. */
export const es: RefusalWords = {
  switched_off: "Esto no se puede cambiar aquí. Pregunta a la tienda, que puede hacerlo por ti.",
  ended: "Esta suscripción ha terminado, así que no se cobra nada.",
  no_address: "Aquí no se puede cambiar ninguna dirección de envío. Pregunta a la tienda.",
  not_to_change:
    "Este producto es un regalo o forma parte de una prueba: ahora no se puede cambiar.",
  resume_first: "La suscripción está en pausa. Reanúdala primero y luego cambia la frecuencia.",
  nothing_to_answer: "No hay nada que responder.",
  only_cancel: "Ya no es posible mantener el precio anterior. Puedes cancelar.",
  not_again: "Este contrato no se puede retomar. Puedes comprarlo en la tienda.",
  again_already_active: "Ya tienes esta membresía, así que no se retoma otra vez.",
  again_payment_pending: "El último pago se está confirmando. Inténtalo después.",
  again_payment_method: "El medio de pago ya no se puede usar. Compra en la tienda con otro.",
  again_not_sold: "La tienda ya no vende esto. Elige otra cosa en la tienda.",
  again_ask_store: "Aquí no se puede retomar. Pregunta a la tienda, que puede hacerlo por ti.",
  withdrawal_over:
    "El plazo para desistir de este contrato ha terminado. Puedes cancelarlo o preguntar a la tienda.",
  withdrawal_off:
    "Esta tienda no acepta aquí el desistimiento. Puedes cancelar el contrato o preguntar a la tienda.",
  canceled: "Este contrato está cancelado y no puede volver.",
  import_waits:
    "Esta suscripción viene del sistema anterior de la tienda y aún no ha empezado aquí. Pregunta a la tienda cuándo empieza.",

  delivery_arranged:
    "Una de las próximas entregas se acordó por separado, así que el conjunto no se puede cambiar ahora. Pide a la tienda que lo cambie.",
  delivery_gone: "Esa entrega ya no existe. Vuelve a mirar la suscripción.",
  date_gone: "La próxima fecha ya no es posible. Vuelve a mirar la suscripción y luego elige.",
  date_too_far: "La próxima fecha queda demasiado lejos. Elige otra frecuencia.",
  prepaid_frequency:
    "Esta frecuencia no encaja con las entregas pagadas por adelantado. Pide a la tienda que la cambie.",
  runtime_frequency:
    "Esta frecuencia no encaja con la duración de la suscripción. Pide a la tienda que la cambie.",
  address_needed:
    "La suscripción necesita una dirección de envío. Escríbela primero y luego cambia lo demás.",
  not_shipped: "No se envía a esta dirección. Escribe otra o pregunta a la tienda.",
  payment_needed:
    "La suscripción no tiene método de pago. Añade uno primero y luego cambia lo demás.",
  payment_of_other: "El método de pago es de otra persona. Primero añade otro a la suscripción.",
  owner_unknown: "La tienda ya no conoce al titular de la suscripción. Pregunta a la tienda.",
  owner_erased: "Los datos del titular de la suscripción se han borrado. Pregunta a la tienda.",
  currency_gone:
    "La tienda ya no vende en la moneda de la suscripción. Pide a la tienda que la cambie.",
  product_gone: "Uno de los productos ya no admite suscripción. Elige otro o pregunta a la tienda.",
  discount_lost: "Se perdería un descuento de la suscripción. Pide a la tienda que haga el cambio.",
  lines_full:
    "La suscripción ya tiene tantos productos como puede. Pide a la tienda que la cambie.",
  discounts_full:
    "La suscripción ya tiene tantos descuentos como puede. Pide a la tienda que la cambie.",
  not_taken: "La tienda no acepta este cambio. Elige otro o pregunta a la tienda.",

  charge_changed: "Este cobro se ha hecho o cambiado entretanto. Vuelve a cargar la página.",
  date_changed: "La fecha del próximo cobro ha cambiado entretanto. Vuelve a cargar la página.",
  charge_running: "Hay un cobro en curso. Espera a que termine y vuelve a intentarlo.",
  charge_unpaid:
    "Un cobro de esta suscripción está sin pagar. Págalo primero y luego cambia lo demás.",
  charge_cap: "Este método de pago ha fallado demasiadas veces. Elige otro.",
  paused: "La suscripción está en pausa y no tiene próximo cobro. Reanúdala primero.",
  no_next_charge: "La suscripción está cancelada: no tiene próximo cobro.",
  no_such_charge: "No hay ningún cobro ese día, o ya se ha hecho. Vuelve a cargar la página.",
  period_not_over:
    "El periodo anterior a este cobro no ha terminado. Se puede cobrar después del {day}.",

  contract_changed: "Tu suscripción ha cambiado entretanto. Vuelve a mirarla y luego elige.",
  change_under_way:
    "Hay otro cambio de esta suscripción en curso. Vuelve a mirarla en un minuto y luego elige.",
  again_changed: "La oferta ha cambiado entretanto. Vuelve a mirarla y luego elige.",
  again_under_way: "Este contrato se está retomando. Vuelve a mirarlo en unos minutos.",
  again_made: "Este contrato se ha retomado. Desiste del que le sigue.",
  answer_agreed: "Ya has aceptado. El cambio llega en su día.",
  answer_declined: "No has aceptado. Todo sigue igual para ti.",
  answer_over: "El plazo para responder ha terminado. Pregunta a la tienda si tienes dudas.",
  answer_stopped: "Este cambio no se aplicará. Todo sigue igual para ti.",
  answer_canceled: "La suscripción está cancelada. No hay nada que responder.",

  day_needed: "Elige un día.",
  day_passed: "Ese momento ya ha pasado. Elige un día posterior.",
  day_within: "Elige un día dentro de los próximos {days} días.",
  day_after: "Elige un día posterior al {day}.",
  plan_needed: "Elige una de las frecuencias que se ofrecen.",
  plan_gone: "Esta frecuencia ya no se ofrece. Elige otra.",
  line_needed: "Elige uno de los productos de la suscripción.",
  variant_needed: "Elige una de las variantes que se ofrecen.",
  variant_sold_out: "Esta variante está agotada. Elige otra.",
  variant_gone: "Esta variante ya no existe. Elige otra.",
  quantity_range: "Elige una cantidad de {least} a {most}.",
  quantity_wrong: "Esta cantidad no se acepta. Elige otra.",
  last_name_needed: "Escribe los apellidos.",
  address1_needed: "Escribe la calle y el número.",
  city_needed: "Escribe una ciudad.",
  country_needed: "Elige un país.",
  first_name_wrong: "Este nombre no se acepta. Escríbelo de otra forma.",
  last_name_wrong: "Estos apellidos no se aceptan. Escríbelos de otra forma.",
  company_wrong: "Esta empresa no se acepta. Escríbela de otra forma.",
  address1_wrong: "Esta calle no se acepta. Escríbela de otra forma.",
  address2_wrong: "Este complemento no se acepta. Escríbelo de otra forma.",
  city_wrong: "Esta ciudad no se acepta. Escríbela de otra forma.",
  zip_wrong: "Este código postal no corresponde al país. Corrígelo.",
  province_wrong: "Esta provincia o este estado no es del país. Elige otra opción.",
  country_wrong: "No se envía a este país. Elige otro.",
  phone_wrong: "Esto no es un número de teléfono. Corrígelo o déjalo vacío.",
  too_long: "{field}: {most} caracteres como máximo.",

  any_input: "Algún dato no es correcto. Revísalo y envíalo de nuevo.",
  any_missing:
    "Ya no se encuentra esta suscripción. Vuelve a cargar la página o pregunta a la tienda.",
  any_hurry: "Han sido demasiadas veces. Espera un minuto y vuelve a intentarlo.",
  any_outage: "La tienda no responde ahora. Inténtalo de nuevo.",
  any_refusal: "La tienda no puede hacerlo ahora. Inténtalo más tarde o pregunta a la tienda.",
};
