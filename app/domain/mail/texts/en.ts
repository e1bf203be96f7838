import type { MailTexts } from "./mail-texts.ts";

export const en: MailTexts = {
  greeting: "Hello {{ name }},",
  greetingWithoutName: "Hello,",
  labels: {
    plan: "Plan",
    amount: "Amount",
    nextCharge: "Next charge",
    firstCharge: "First charge",
    nextTry: "We try again on",
    confirmBy: "Confirm by",
    pausedUntil: "Paused until",
    cancelledOn: "Canceled on",
    endsOn: "Paid until",
    creditKept: "Store credit that you keep",
    creditEnding: "Store credit to use by",
    card: "Card",
    expires: "Expires",
    credit: "Store credit",
    reason: "Reason",
    balance: "Your balance",
    unpaidPauses: "Without payment, paused on",
    unpaidCancels: "Without payment, canceled on",
    unpaidSkips: "Without payment, skipped on",
    points: "Points",
    usableFrom: "Can be used from",
    reward: "Reward",
    code: "Code",
    perks: "What you get",
    atLeastUntil: "At least until",
  },
  never: "Never",
  buttons: { updatePayment: "Update payment method", confirmPayment: "Confirm payment" },
  buttonAlone: "If the button does not work, open this address:",
  kinds: {
    upcoming_renewal: {
      subject: "{{ plan }} renews on {{ date }}",
      heading: "Your subscription renews soon",
      body: "{{ plan }} renews on {{ date }}. We will then charge {{ amount }} to your payment method.\n\nYou do not need to do anything. You can change or cancel your subscription in your account until then.",
    },
    trial_ending: {
      subject: "Your trial of {{ plan }} ends on {{ date }}",
      heading: "Your trial ends soon",
      body: "Your trial of {{ plan }} ends on {{ date }}. It then continues for {{ amount }}, charged to your payment method.\n\nIf you do not want that, cancel in your account before this day.",
    },
    payment_failed: {
      subject: "Your payment for {{ plan }} did not go through",
      heading: "Your payment did not go through",
      body: "We could not charge {{ amount }} for {{ plan }}.\n\nPlease check your payment method, or choose another one, so that your subscription continues.",
    },
    payment_confirm: {
      subject: "Please confirm your payment for {{ plan }}",
      heading: "Your bank asks you to confirm",
      body: "Your bank asks you to confirm the payment of {{ amount }} for {{ plan }}.\n\nNothing is charged until you have confirmed it.",
    },
    payment_recovered: {
      subject: "Your payment for {{ plan }} went through",
      heading: "Thank you, all is settled",
      body: "The payment of {{ amount }} for {{ plan }} has now gone through. Your subscription continues as before.",
    },
    card_expiring: {
      subject: "Your card expires in {{ date }}",
      heading: "Your card expires soon",
      body: "{{ card }}, which pays for your subscription, can be used until the end of {{ date }}.\n\nPlease add a new card, so that your next payment goes through.",
    },
    subscription_paused: {
      subject: "{{ plan }} is paused",
      heading: "Your subscription is paused",
      body: "{{ plan }} is paused. You are not charged during the pause.\n\nYou can resume it at any time in your account.",
    },
    subscription_cancelled: {
      subject: "{{ plan }} is canceled",
      heading: "Your subscription is canceled",
      body: "We have canceled {{ plan }} on {{ date }}. You will not be charged again.\n\nPlease keep this email as your receipt.",
    },
    credit_granted: {
      subject: "You have received {{ amount }} of store credit",
      heading: "Store credit for you",
      body: "We have added {{ amount }} of store credit to your account. You can use it at checkout.",
    },
    points_earned: {
      subject: "You have earned {{ points }} points",
      heading: "Points for you",
      body: "Thank you. You have earned {{ points }} points: {{ reason }}.",
    },
    reward_ready: {
      subject: "Your reward is ready: {{ reward }}",
      heading: "A reward for you",
      body: "Your reward {{ reward }} is ready. Enter the code {{ code }} at checkout to use it.",
    },
    tier_reached: {
      subject: "Welcome to {{ tier }}",
      heading: "You have reached {{ tier }}",
      body: "Thank you for your loyalty. You are in {{ tier }} now.",
    },
    points_expiring: {
      subject: "{{ points }} of your points expire soon",
      heading: "Some of your points expire soon",
      body: "{{ points }} of your points expire soon, the first of them on {{ date }}. Use them before then.",
    },
  },
  footer:
    "You receive this email as a customer of {{ store }}. Reply to it if you have a question.",
  unsubscribe: "No more emails of this kind",
  unsubscribePage: {
    title: "Emails from {{ store }}",
    question:
      "Do you want no more emails from {{ store }} that are not needed for your subscriptions?",
    confirm: "Stop these emails",
    done: "Done. You still receive what is needed for your subscriptions, such as receipts.",
  },
};
