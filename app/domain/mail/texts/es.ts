import type { MailTexts } from "./mail-texts.ts";

export const es: MailTexts = {
  greeting: "Hola, {{ name }}:",
  greetingWithoutName: "Hola:",
  labels: {
    plan: "Plan",
    amount: "Importe",
    nextCharge: "Próximo cobro",
    firstCharge: "Primer cobro",
    nextTry: "Próximo intento",
    confirmBy: "Confirmar antes del",
    pausedUntil: "En pausa hasta el",
    cancelledOn: "Cancelada el",
    endsOn: "Pagada hasta el",
    creditKept: "Crédito que conservas",
    creditEnding: "Crédito para usar hasta el",
    card: "Tarjeta",
    expires: "Caduca",
    credit: "Crédito de la tienda",
    reason: "Motivo",
    balance: "Tu saldo",
    unpaidPauses: "Sin pago, en pausa el",
    unpaidCancels: "Sin pago, cancelada el",
    unpaidSkips: "Sin pago, cobro omitido el",
    points: "Puntos",
    usableFrom: "Disponibles desde el",
    reward: "Recompensa",
    code: "Código",
    perks: "Tus ventajas",
    atLeastUntil: "Como mínimo hasta el",
  },
  never: "Nunca",
  buttons: { updatePayment: "Actualizar el método de pago", confirmPayment: "Confirmar el pago" },
  buttonAlone: "Si el botón no funciona, abre esta dirección:",
  kinds: {
    upcoming_renewal: {
      subject: "{{ plan }} se renueva el {{ date }}",
      heading: "Tu suscripción se renueva pronto",
      body: "{{ plan }} se renueva el {{ date }}. Ese día cobraremos {{ amount }} en tu método de pago.\n\nNo tienes que hacer nada. Hasta entonces puedes cambiar o cancelar tu suscripción en tu cuenta.",
    },
    trial_ending: {
      subject: "Tu prueba de {{ plan }} termina el {{ date }}",
      heading: "Tu prueba termina pronto",
      body: "Tu prueba de {{ plan }} termina el {{ date }}. Después continúa por {{ amount }}, que cobraremos en tu método de pago.\n\nSi no lo deseas, cancela en tu cuenta antes de ese día.",
    },
    payment_failed: {
      subject: "No se pudo cobrar {{ plan }}",
      heading: "No se pudo realizar tu pago",
      body: "No pudimos cobrar {{ amount }} por {{ plan }}.\n\nRevisa tu método de pago o elige otro para que tu suscripción continúe.",
    },
    payment_confirm: {
      subject: "Confirma tu pago de {{ plan }}",
      heading: "Tu banco te pide una confirmación",
      body: "Tu banco te pide que confirmes el pago de {{ amount }} por {{ plan }}.\n\nNo se cobrará nada hasta que lo confirmes.",
    },
    payment_recovered: {
      subject: "Recibimos tu pago de {{ plan }}",
      heading: "Gracias, todo está en orden",
      body: "El pago de {{ amount }} por {{ plan }} ya se ha realizado. Tu suscripción continúa como antes.",
    },
    card_expiring: {
      subject: "Tu tarjeta caduca en {{ date }}",
      heading: "Tu tarjeta caduca pronto",
      body: "{{ card }}, con la que pagas tu suscripción, es válida hasta el final de {{ date }}.\n\nAñade una tarjeta nueva para que tu próximo pago se realice.",
    },
    subscription_paused: {
      subject: "{{ plan }} está en pausa",
      heading: "Tu suscripción está en pausa",
      body: "{{ plan }} está en pausa. No se te cobra nada durante la pausa.\n\nPuedes reanudarla cuando quieras en tu cuenta.",
    },
    subscription_cancelled: {
      subject: "{{ plan }} está cancelada",
      heading: "Tu suscripción está cancelada",
      body: "Hemos cancelado {{ plan }} el {{ date }}. No se te volverá a cobrar.\n\nGuarda este correo como comprobante.",
    },
    credit_granted: {
      subject: "Has recibido {{ amount }} de crédito",
      heading: "Crédito de la tienda para ti",
      body: "Hemos añadido {{ amount }} de crédito a tu cuenta. Puedes usarlo al pagar.",
    },
    points_earned: {
      subject: "Has ganado {{ points }} puntos",
      heading: "Puntos para ti",
      body: "Gracias. Has ganado {{ points }} puntos: {{ reason }}.",
    },
    reward_ready: {
      subject: "Tu recompensa está lista: {{ reward }}",
      heading: "Una recompensa para ti",
      body: "Tu recompensa {{ reward }} está lista. Introduce el código {{ code }} al pagar para usarla.",
    },
    tier_reached: {
      subject: "Te damos la bienvenida a {{ tier }}",
      heading: "Has alcanzado {{ tier }}",
      body: "Gracias por tu fidelidad. Ahora estás en {{ tier }}.",
    },
    points_expiring: {
      subject: "{{ points }} de tus puntos caducan pronto",
      heading: "Algunos de tus puntos caducan pronto",
      body: "{{ points }} de tus puntos caducan pronto, los primeros el {{ date }}. Úsalos antes.",
    },
  },
  footer:
    "Recibes este correo porque eres cliente de {{ store }}. Responde si tienes alguna pregunta.",
  unsubscribe: "No recibir más correos de este tipo",
  unsubscribePage: {
    title: "Correos de {{ store }}",
    question:
      "¿Quieres dejar de recibir los correos de {{ store }} que no son necesarios para tus suscripciones?",
    confirm: "No recibir más estos correos",
    done: "Hecho. Seguirás recibiendo lo necesario para tus suscripciones, como los comprobantes.",
  },
};
