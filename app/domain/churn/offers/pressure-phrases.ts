/**
 * Words that hurry, threaten or shame a shopper who wants to leave. They are allowed, but a merchant
 * who writes one sees a hint, because they cost trust and can lead to fines in some countries.
 */

/** `hurry`: a countdown in words. `loss`: threatens with what will be lost. `guilt`: makes leaving a fault. */
type Pressure = "hurry" | "loss" | "guilt";

export interface PressurePhrase {
  /** As written in the text. */
  found: string;
  pressure: Pressure;
}

const PHRASES: Readonly<Record<Pressure, readonly string[]>> = {
  hurry: [
    ...["last chance", "final offer", "act now", "hurry", "today only", "only today", "right now"],
    ...["limited time", "before it's too late", "ends soon", "while it lasts", "don't wait"],
    ...["letzte chance", "nur heute", "jetzt zugreifen", "schnell sein", "beeil dich"],
    ...["beeilen sie sich", "nur noch kurze zeit", "nur für kurze zeit", "bevor es zu spät ist"],
    ...[
      "dernière chance",
      "dépêchez-vous",
      "dépêche-toi",
      "aujourd'hui seulement",
      "durée limitée",
    ],
    ...["avant qu'il ne soit trop tard", "offre limitée", "plus que quelques heures"],
    ...[
      "última oportunidad",
      "date prisa",
      "dese prisa",
      "solo hoy",
      "sólo hoy",
      "tiempo limitado",
    ],
    ...["antes de que sea tarde", "no esperes", "no espere"],
    ...["最後のチャンス", "今だけ", "お急ぎ", "本日限り", "期間限定", "今すぐ"],
  ],
  loss: [
    ...["don't miss out", "miss out", "you'll lose", "you will lose", "lose everything"],
    ...["you'll regret", "you will regret", "never again", "lose access forever"],
    ...["verpassen", "verpasse", "verlieren sie", "verlierst du", "bereuen", "nie wieder"],
    ...["ne ratez pas", "ne manquez pas", "vous allez perdre", "vous perdrez", "tu vas perdre"],
    ...["regretter", "regretterez", "plus jamais"],
    ...["no te pierdas", "no se pierda", "perderás", "perderá", "arrepentir", "arrepentirás"],
    ...["nunca más", "見逃さない", "後悔", "失われます", "失うことに"],
  ],
  guilt: [
    ...["don't leave", "don't go", "please stay", "we'll miss you", "we will miss you"],
    ...["sad to see you go", "sorry to see you go", "are you sure", "really want to leave"],
    ...["abandon", "giving up", "give up on", "let us down", "disappointed", "break our hearts"],
    ...["no thanks, i", "i don't want to save", "i don't like saving"],
    ...["verlass uns nicht", "verlassen sie uns nicht", "bitte bleib", "wir werden dich vermissen"],
    ...["wir werden sie vermissen", "schade, dass du", "schade, dass sie", "bist du sicher"],
    ...["sind sie sicher", "wirklich gehen", "im stich", "enttäuscht", "aufgeben"],
    ...["ne partez pas", "ne pars pas", "restez avec nous", "vous nous manquerez"],
    ...["tu nous manqueras", "tristes de vous voir partir", "êtes-vous sûr", "es-tu sûr"],
    ...["abandonner", "déçus", "no te vayas", "no se vaya", "quédate", "te echaremos de menos"],
    ...["te extrañaremos", "¿estás segur", "¿está segur", "abandonar", "decepcionad"],
    ...["本当に", "寂しく", "行かないで", "あきらめ", "がっかり", "よろしいのですか"],
  ],
};

const PATTERNS = Object.entries(PHRASES).map(([pressure, phrases]) => ({
  pressure: pressure as Pressure,
  pattern: new RegExp(phrases.map(patternOf).join("|"), "giu"),
}));

/**
 * The pressure phrases of a text, in order. Knows English, German, French,
 * Spanish and Japanese.
 */
export function findPressurePhrases(text: string): PressurePhrase[] {
  const plain = text
    .normalize("NFC")
    .replace(/[’‘`´]/g, "'")
    .replace(/\s/g, " ");
  const found = PATTERNS.flatMap(({ pressure, pattern }) =>
    [...plain.matchAll(pattern)].map((match) => ({ at: match.index, found: match[0], pressure })),
  );
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ found: word, pressure }) => ({ found: word, pressure }));
}

/** Whole words only where the script has word boundaries; some phrases end in an open stem. */
function patternOf(phrase: string): string {
  const escaped = phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(phrase)) return escaped;
  const openEnd = phrase.endsWith("segur") || phrase.endsWith("decepcionad");
  return `(?<!\\p{L})${escaped}${openEnd ? "\\p{L}*" : "(?!\\p{L})"}`;
}
