import type { MailTexts } from "./mail-texts.ts";

export const fr: MailTexts = {
  greeting: "Bonjour {{ name }},",
  greetingWithoutName: "Bonjour,",
  labels: {
    plan: "Formule",
    amount: "Montant",
    nextCharge: "Prochain prélèvement",
    firstCharge: "Premier prélèvement",
    nextTry: "Prochaine tentative le",
    confirmBy: "À confirmer avant le",
    pausedUntil: "En pause jusqu’au",
    cancelledOn: "Résilié le",
    endsOn: "Payé jusqu’au",
    creditKept: "Avoir que vous conservez",
    creditEnding: "Avoir à utiliser avant le",
    card: "Carte",
    expires: "Expire",
    credit: "Avoir",
    reason: "Motif",
    balance: "Votre solde",
    unpaidPauses: "Sans paiement, mise en pause le",
    unpaidCancels: "Sans paiement, résiliation le",
    unpaidSkips: "Sans paiement, échéance annulée le",
    points: "Points",
    usableFrom: "Utilisables à partir du",
    reward: "Récompense",
    code: "Code",
    perks: "Vos avantages",
    atLeastUntil: "Au moins jusqu’au",
  },
  never: "Jamais",
  buttons: {
    updatePayment: "Modifier le moyen de paiement",
    confirmPayment: "Confirmer le paiement",
  },
  buttonAlone: "Si le bouton ne fonctionne pas, ouvrez cette adresse :",
  kinds: {
    upcoming_renewal: {
      subject: "{{ plan }} se renouvelle le {{ date }}",
      heading: "Votre abonnement se renouvelle bientôt",
      body: "{{ plan }} se renouvelle le {{ date }}. Nous prélèverons alors {{ amount }} sur votre moyen de paiement.\n\nVous n’avez rien à faire. D’ici là, vous pouvez modifier ou résilier votre abonnement dans votre compte.",
    },
    trial_ending: {
      subject: "Votre essai de {{ plan }} se termine le {{ date }}",
      heading: "Votre essai se termine bientôt",
      body: "Votre essai de {{ plan }} se termine le {{ date }}. L’abonnement continue ensuite pour {{ amount }}, prélevés sur votre moyen de paiement.\n\nSi vous ne le souhaitez pas, résiliez dans votre compte avant cette date.",
    },
    payment_failed: {
      subject: "Votre paiement pour {{ plan }} a échoué",
      heading: "Votre paiement a échoué",
      body: "Nous n’avons pas pu prélever {{ amount }} pour {{ plan }}.\n\nVérifiez votre moyen de paiement ou choisissez-en un autre pour que votre abonnement continue.",
    },
    payment_confirm: {
      subject: "Veuillez confirmer votre paiement pour {{ plan }}",
      heading: "Votre banque demande une confirmation",
      body: "Votre banque vous demande de confirmer le paiement de {{ amount }} pour {{ plan }}.\n\nRien n’est prélevé avant votre confirmation.",
    },
    payment_recovered: {
      subject: "Votre paiement pour {{ plan }} est passé",
      heading: "Merci, tout est réglé",
      body: "Le paiement de {{ amount }} pour {{ plan }} est maintenant passé. Votre abonnement continue comme avant.",
    },
    card_expiring: {
      subject: "Votre carte expire en {{ date }}",
      heading: "Votre carte expire bientôt",
      body: "{{ card }}, qui règle votre abonnement, est valable jusqu’à la fin de {{ date }}.\n\nAjoutez une nouvelle carte pour que votre prochain paiement passe.",
    },
    subscription_paused: {
      subject: "{{ plan }} est en pause",
      heading: "Votre abonnement est en pause",
      body: "{{ plan }} est en pause. Rien n’est prélevé pendant la pause.\n\nVous pouvez le reprendre à tout moment dans votre compte.",
    },
    subscription_cancelled: {
      subject: "{{ plan }} est résilié",
      heading: "Votre abonnement est résilié",
      body: "Nous avons résilié {{ plan }} le {{ date }}. Plus rien ne sera prélevé.\n\nConservez cet e-mail comme justificatif.",
    },
    credit_granted: {
      subject: "Vous avez reçu un avoir de {{ amount }}",
      heading: "Un avoir pour vous",
      body: "Nous avons ajouté un avoir de {{ amount }} à votre compte. Vous pouvez l’utiliser au moment de payer.",
    },
    points_earned: {
      subject: "Vous avez gagné {{ points }} points",
      heading: "Des points pour vous",
      body: "Merci. Vous avez gagné {{ points }} points : {{ reason }}.",
    },
    reward_ready: {
      subject: "Votre récompense est prête : {{ reward }}",
      heading: "Une récompense pour vous",
      body: "Votre récompense {{ reward }} est prête. Saisissez le code {{ code }} au moment de payer pour l’utiliser.",
    },
    tier_reached: {
      subject: "Bienvenue dans {{ tier }}",
      heading: "Vous avez atteint {{ tier }}",
      body: "Merci de votre fidélité. Vous faites maintenant partie de {{ tier }}.",
    },
    points_expiring: {
      subject: "{{ points }} de vos points expirent bientôt",
      heading: "Certains de vos points expirent bientôt",
      body: "{{ points }} de vos points expirent bientôt, les premiers le {{ date }}. Utilisez-les avant cette date.",
    },
  },
  footer:
    "Vous recevez cet e-mail en tant que client de {{ store }}. Répondez-y si vous avez une question.",
  unsubscribe: "Ne plus recevoir ce type d’e-mails",
  unsubscribePage: {
    title: "E-mails de {{ store }}",
    question:
      "Voulez-vous ne plus recevoir les e-mails de {{ store }} qui ne sont pas nécessaires à vos abonnements ?",
    confirm: "Ne plus recevoir ces e-mails",
    done: "C’est fait. Vous recevrez toujours ce qui est nécessaire à vos abonnements, comme les justificatifs.",
  },
};
