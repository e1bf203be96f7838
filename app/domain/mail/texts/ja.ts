import type { MailTexts } from "./mail-texts.ts";

export const ja: MailTexts = {
  greeting: "{{ name }} 様",
  greetingWithoutName: "お客様",
  labels: {
    plan: "プラン",
    amount: "金額",
    nextCharge: "次回のお支払い",
    firstCharge: "初回のお支払い",
    nextTry: "次に決済を試みる日",
    confirmBy: "確認の期限",
    pausedUntil: "休止期間の終了日",
    cancelledOn: "解約日",
    endsOn: "お支払い済みの期間の終了日",
    creditKept: "引き続きご利用いただけるストアクレジット",
    creditEnding: "期限のあるストアクレジット",
    card: "カード",
    expires: "有効期限",
    credit: "ストアクレジット",
    reason: "理由",
    balance: "残高",
    unpaidPauses: "お支払いがない場合に休止する日",
    unpaidCancels: "お支払いがない場合に解約する日",
    unpaidSkips: "お支払いがない場合に今回分を見送る日",
  },
  never: "なし",
  buttons: { updatePayment: "お支払い方法を更新する", confirmPayment: "お支払いを確認する" },
  buttonAlone: "ボタンが使えない場合は、次のアドレスを開いてください。",
  kinds: {
    upcoming_renewal: {
      subject: "{{ plan }}は{{ date }}に更新されます",
      heading: "定期購入がまもなく更新されます",
      body: "{{ plan }}は{{ date }}に更新され、ご登録のお支払い方法に{{ amount }}を請求いたします。\n\nお手続きは必要ありません。更新日までは、アカウントから変更または解約いただけます。",
    },
    trial_ending: {
      subject: "{{ plan }}のお試し期間は{{ date }}に終了します",
      heading: "お試し期間がまもなく終了します",
      body: "{{ plan }}のお試し期間は{{ date }}に終了します。その後は{{ amount }}で継続し、ご登録のお支払い方法に請求いたします。\n\n継続をご希望でない場合は、その日までにアカウントから解約してください。",
    },
    payment_failed: {
      subject: "{{ plan }}のお支払いを完了できませんでした",
      heading: "お支払いを完了できませんでした",
      body: "{{ plan }}の{{ amount }}を決済できませんでした。\n\n定期購入を続けるには、お支払い方法をご確認いただくか、別の方法をお選びください。",
    },
    payment_confirm: {
      subject: "{{ plan }}のお支払いをご確認ください",
      heading: "銀行がお支払いの確認を求めています",
      body: "{{ plan }}の{{ amount }}のお支払いについて、銀行がお客様の確認を求めています。\n\n確認が済むまで請求は行われません。",
    },
    payment_recovered: {
      subject: "{{ plan }}のお支払いが完了しました",
      heading: "お支払いが完了しました",
      body: "{{ plan }}の{{ amount }}のお支払いが完了しました。定期購入はこれまでどおり続きます。",
    },
    card_expiring: {
      subject: "カードの有効期限は{{ date }}です",
      heading: "カードの有効期限が近づいています",
      body: "定期購入のお支払いにご利用の{{ card }}は、{{ date }}末まで有効です。\n\n次回のお支払いのために、新しいカードをご登録ください。",
    },
    subscription_paused: {
      subject: "{{ plan }}を休止しました",
      heading: "定期購入を休止しました",
      body: "{{ plan }}を休止しました。休止中は請求されません。\n\nアカウントからいつでも再開いただけます。",
    },
    subscription_cancelled: {
      subject: "{{ plan }}を解約しました",
      heading: "定期購入を解約しました",
      body: "{{ date }}に{{ plan }}を解約しました。今後は請求されません。\n\nこのメールを控えとして保管してください。",
    },
    credit_granted: {
      subject: "{{ amount }}のストアクレジットを受け取りました",
      heading: "ストアクレジットのお知らせ",
      body: "お客様のアカウントに{{ amount }}のストアクレジットを追加しました。お支払いの際にご利用いただけます。",
    },
  },
  footer:
    "このメールは{{ store }}のお客様にお送りしています。ご質問は、このメールにご返信ください。",
  unsubscribe: "この種のメールを受け取らない",
  unsubscribePage: {
    title: "{{ store }}からのメール",
    question: "定期購入に必要なもの以外の、{{ store }}からのメールの受け取りをやめますか？",
    confirm: "受け取りをやめる",
    done: "手続きが完了しました。控えなど、定期購入に必要なメールは引き続きお送りします。",
  },
};
