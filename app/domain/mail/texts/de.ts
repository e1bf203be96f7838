import type { MailTexts } from "./mail-texts.ts";

export const de: MailTexts = {
  greeting: "Guten Tag {{ name }},",
  greetingWithoutName: "Guten Tag,",
  labels: {
    plan: "Abo",
    amount: "Betrag",
    nextCharge: "Nächste Abbuchung",
    firstCharge: "Erste Abbuchung",
    nextTry: "Nächster Versuch am",
    confirmBy: "Bestätigen bis",
    pausedUntil: "Pausiert bis",
    cancelledOn: "Gekündigt am",
    endsOn: "Bezahlt bis",
    creditKept: "Guthaben, das Ihnen bleibt",
    creditEnding: "Guthaben, einzulösen bis",
    card: "Karte",
    expires: "Läuft ab",
    credit: "Guthaben",
    reason: "Grund",
    balance: "Ihr Kontostand",
    unpaidPauses: "Ohne Zahlung pausiert am",
    unpaidCancels: "Ohne Zahlung gekündigt am",
    unpaidSkips: "Ohne Zahlung ausgelassen am",
    points: "Punkte",
    usableFrom: "Einlösbar ab",
    reward: "Prämie",
    code: "Code",
    perks: "Ihre Vorteile",
    atLeastUntil: "Mindestens bis",
  },
  never: "Nie",
  buttons: { updatePayment: "Zahlungsart ändern", confirmPayment: "Zahlung bestätigen" },
  buttonAlone: "Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:",
  kinds: {
    upcoming_renewal: {
      subject: "{{ plan }} verlängert sich am {{ date }}",
      heading: "Ihr Abo verlängert sich bald",
      body: "{{ plan }} verlängert sich am {{ date }}. Dann buchen wir {{ amount }} von Ihrer Zahlungsart ab.\n\nSie müssen nichts tun. Bis dahin können Sie Ihr Abo in Ihrem Konto ändern oder kündigen.",
    },
    trial_ending: {
      subject: "Ihre Probezeit von {{ plan }} endet am {{ date }}",
      heading: "Ihre Probezeit endet bald",
      body: "Ihre Probezeit von {{ plan }} endet am {{ date }}. Danach kostet das Abo {{ amount }}, die wir von Ihrer Zahlungsart abbuchen.\n\nWenn Sie das nicht möchten, kündigen Sie vor diesem Tag in Ihrem Konto.",
    },
    payment_failed: {
      subject: "Ihre Zahlung für {{ plan }} ist fehlgeschlagen",
      heading: "Ihre Zahlung ist fehlgeschlagen",
      body: "Wir konnten {{ amount }} für {{ plan }} nicht abbuchen.\n\nBitte prüfen Sie Ihre Zahlungsart oder wählen Sie eine andere, damit Ihr Abo weiterläuft.",
    },
    payment_confirm: {
      subject: "Bitte bestätigen Sie Ihre Zahlung für {{ plan }}",
      heading: "Ihre Bank bittet um Bestätigung",
      body: "Ihre Bank bittet Sie, die Zahlung von {{ amount }} für {{ plan }} zu bestätigen.\n\nBis dahin wird nichts abgebucht.",
    },
    payment_recovered: {
      subject: "Ihre Zahlung für {{ plan }} ist eingegangen",
      heading: "Vielen Dank, alles ist erledigt",
      body: "Die Zahlung von {{ amount }} für {{ plan }} ist nun eingegangen. Ihr Abo läuft weiter wie bisher.",
    },
    card_expiring: {
      subject: "Ihre Karte läuft im {{ date }} ab",
      heading: "Ihre Karte läuft bald ab",
      body: "{{ card }}, mit der Sie Ihr Abo bezahlen, ist bis Ende {{ date }} gültig.\n\nBitte hinterlegen Sie eine neue Karte, damit Ihre nächste Zahlung gelingt.",
    },
    subscription_paused: {
      subject: "{{ plan }} ist pausiert",
      heading: "Ihr Abo ist pausiert",
      body: "{{ plan }} ist pausiert. Während der Pause wird nichts abgebucht.\n\nSie können Ihr Abo jederzeit in Ihrem Konto fortsetzen.",
    },
    subscription_cancelled: {
      subject: "{{ plan }} ist gekündigt",
      heading: "Ihr Abo ist gekündigt",
      body: "Wir haben {{ plan }} am {{ date }} gekündigt. Es wird nichts mehr abgebucht.\n\nBitte bewahren Sie diese E-Mail als Beleg auf.",
    },
    credit_granted: {
      subject: "Sie haben {{ amount }} Guthaben erhalten",
      heading: "Guthaben für Sie",
      body: "Wir haben Ihrem Konto {{ amount }} Guthaben gutgeschrieben. Sie können es an der Kasse einlösen.",
    },
    points_earned: {
      subject: "Sie haben {{ points }} Punkte gesammelt",
      heading: "Punkte für Sie",
      body: "Vielen Dank. Sie haben {{ points }} Punkte gesammelt: {{ reason }}.",
    },
    reward_ready: {
      subject: "Ihre Prämie ist da: {{ reward }}",
      heading: "Eine Prämie für Sie",
      body: "Ihre Prämie {{ reward }} ist da. Geben Sie an der Kasse den Code {{ code }} ein, um sie einzulösen.",
    },
    tier_reached: {
      subject: "Willkommen bei {{ tier }}",
      heading: "Sie haben {{ tier }} erreicht",
      body: "Vielen Dank für Ihre Treue. Sie gehören jetzt zu {{ tier }}.",
    },
    points_expiring: {
      subject: "{{ points }} Ihrer Punkte verfallen bald",
      heading: "Einige Ihrer Punkte verfallen bald",
      body: "{{ points }} Ihrer Punkte verfallen bald, die ersten am {{ date }}. Lösen Sie sie vorher ein.",
    },
  },
  footer:
    "Sie erhalten diese E-Mail, weil Sie bei {{ store }} einkaufen. Antworten Sie darauf, wenn Sie eine Frage haben.",
  unsubscribe: "Keine solchen E-Mails mehr",
  unsubscribePage: {
    title: "E-Mails von {{ store }}",
    question:
      "Möchten Sie von {{ store }} keine E-Mails mehr erhalten, die für Ihre Abos nicht nötig sind?",
    confirm: "Diese E-Mails beenden",
    done: "Erledigt. Sie erhalten weiterhin, was für Ihre Abos nötig ist, zum Beispiel Belege.",
  },
};
