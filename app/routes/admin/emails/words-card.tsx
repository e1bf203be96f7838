import { BlockStack, Card, Select, Text, TextField } from "@shopify/polaris";
import { MAIL_KINDS, type MailKind } from "#app/domain/mail/kinds/mail-kinds.ts";
import { variablesOf } from "#app/domain/mail/kinds/variables-of.ts";
import { MAIL_LANGUAGES, MAIL_TEXTS, type MailLanguage } from "#app/domain/mail/texts/languages.ts";
import type { MailWords } from "#app/domain/mail/texts/mail-texts.ts";
import { KIND_WORDS, LANGUAGE_NAMES } from "./email-words.ts";

interface WordsCardProps {
  kind: MailKind;
  language: MailLanguage;
  words: Partial<MailWords>;
  onKind: (kind: MailKind) => void;
  onLanguage: (language: MailLanguage) => void;
  onChange: (patch: Partial<MailWords>) => void;
  errorOf: (name: keyof MailWords) => { error?: string };
}

/** The words of one email in one language. What is left empty says what it always says. */
export function WordsCard(props: WordsCardProps) {
  const { kind, language, words, onKind, onLanguage, onChange, errorOf } = props;
  const usual = MAIL_TEXTS[language].kinds[kind];
  const variables = variablesOf(kind).map((name) => `{{ ${name} }}`);
  const field = (name: keyof MailWords) => ({
    value: words[name] ?? "",
    placeholder: usual[name],
    onChange: (typed: string) => onChange({ [name]: typed }),
    autoComplete: "off",
    ...errorOf(name),
  });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Words
        </Text>
        <div className="pn-filters">
          <Select
            label="Email"
            options={KIND_OPTIONS}
            value={kind}
            onChange={(chosen) => onKind(chosen as MailKind)}
          />
          <Select
            label="Language"
            options={LANGUAGE_OPTIONS}
            value={language}
            onChange={(chosen) => onLanguage(chosen as MailLanguage)}
          />
        </div>
        <Text as="p" tone="subdued">
          Leave a field empty for the words in gray. You can use {variables.join(", ")}.
        </Text>
        <TextField label="Subject" maxLength={150} {...field("subject")} />
        <TextField label="Heading" maxLength={150} {...field("heading")} />
        <TextField
          label="Text"
          multiline={5}
          maxLength={2_000}
          helpText="An empty line begins a new paragraph."
          {...field("body")}
        />
      </BlockStack>
    </Card>
  );
}

const KIND_OPTIONS = MAIL_KINDS.map(({ kind }) => ({ value: kind, label: KIND_WORDS[kind].name }));
const LANGUAGE_OPTIONS = MAIL_LANGUAGES.map((language) => ({
  value: language,
  label: LANGUAGE_NAMES[language],
}));
