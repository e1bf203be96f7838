import { Banner, BlockStack, Page } from "@shopify/polaris";
import { useState } from "react";
import type { MailKind } from "#app/domain/mail/kinds/mail-kinds.ts";
import type { MailSettings } from "#app/domain/mail/settings/mail-settings.ts";
import type { MailLanguage } from "#app/domain/mail/texts/languages.ts";
import type { MailWords } from "#app/domain/mail/texts/mail-texts.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { ColorCard } from "./color-card.tsx";
import { EmailPreview, type PreviewedStore } from "./email-preview.tsx";
import { KindsCard } from "./kinds-card.tsx";
import { type MailView, RecentEmailsCard } from "./recent-emails-card.tsx";
import { TestEmailCard } from "./test-email-card.tsx";
import { WordsCard } from "./words-card.tsx";

interface EmailsEditorProps {
  settings: MailSettings;
  /** Whether a mail server is set up. */
  isSetUp: boolean;
  store: PreviewedStore & { contactEmail: string };
  mails: readonly MailView[];
  /** Which email the editor begins with. */
  shown: { kind: MailKind; language: MailLanguage };
}

/** Which emails a store sends, how they look, and what they say, beside the email itself. */
export function EmailsEditor({ settings, isSetUp, store, mails, shown }: EmailsEditorProps) {
  const { version, ...saved } = settings;
  const editor = useEditor(saved, version);
  const { draft, change, dirty } = editor;
  const [kind, setKind] = useState<MailKind>(shown.kind);
  const [language, setLanguage] = useState<MailLanguage>(shown.language);
  const { answer, error, errorOf, isSending, send } = useFormRequest<{
    outcome: "saved" | "stale";
  }>((given) => {
    if (given.outcome !== "saved") return;
    editor.markSaved();
    showToast("Emails saved");
  });
  const save = (opened = editor.version) => send({ intent: "save", version: opened, input: draft });
  const words = draft.texts[language]?.[kind] ?? {};
  const changeWords = (patch: Partial<MailWords>) =>
    change({
      texts: {
        ...draft.texts,
        [language]: { ...draft.texts[language], [kind]: { ...words, ...patch } },
      },
    });
  return (
    <Page title="Emails" backAction={{ content: "Settings", url: "/app/settings" }}>
      <SaveBar dirty={dirty} saving={isSending} onSave={() => save()} onDiscard={editor.discard} />
      <BlockStack gap="400">
        {!isSetUp && (
          <Banner tone="warning" title="No email is sent">
            <p>
              No mail server is set up. Whoever runs this app has to set SMTP_URL and MAIL_FROM.
            </p>
          </Banner>
        )}
        {answer?.outcome === "stale" && (
          <StaleBanner
            what="This form"
            onDiscard={editor.discard}
            onOverrule={() => {
              editor.overrule();
              save(version);
            }}
          />
        )}
        <ErrorBanner title="The emails were not saved" message={error?.message ?? null} />
        <div className="pn-split">
          <BlockStack gap="400">
            <KindsCard
              off={draft.kindsOff}
              daysBefore={draft.daysBefore}
              onChange={(kindsOff) => change({ kindsOff })}
              onDays={(daysBefore) => change({ daysBefore })}
            />
            <ColorCard
              color={draft.color}
              onChange={(color) => change({ color })}
              {...errorOf("color")}
            />
            <WordsCard
              kind={kind}
              language={language}
              words={words}
              onKind={setKind}
              onLanguage={setLanguage}
              onChange={changeWords}
              errorOf={(name) => errorOf(`texts.${language}.${kind}.${name}`)}
            />
            <TestEmailCard
              kind={kind}
              language={language}
              draft={draft}
              firstAddress={store.contactEmail}
            />
          </BlockStack>
          <aside>
            <EmailPreview
              kind={kind}
              language={language}
              color={draft.color}
              words={words}
              store={store}
            />
          </aside>
        </div>
        <RecentEmailsCard mails={mails} />
      </BlockStack>
    </Page>
  );
}
