import { BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { type MailKind, mailKindOf } from "#app/domain/mail/kinds/mail-kinds.ts";
import { type RenderedMail, renderMail } from "#app/domain/mail/templates/render-mail.ts";
import type { MailLanguage } from "#app/domain/mail/texts/languages.ts";
import type { MailWords } from "#app/domain/mail/texts/mail-texts.ts";

/** What the preview takes from the store. */
export interface PreviewedStore {
  name: string;
  zone: string;
  currency: string;
  /** By the store's clock, as ISO 8601. */
  now: string;
}

interface EmailPreviewProps {
  kind: MailKind;
  language: MailLanguage;
  color: string;
  words: Partial<MailWords>;
  store: PreviewedStore;
}

const COLOR = /^#[0-9a-f]{6}$/i;
const WHILE_TYPING = "#4a4a4a";

/** The email as the customer gets it, written by the same functions, with what is in the editor right now. */
export function EmailPreview({ kind, language, color, words, store }: EmailPreviewProps) {
  const [part, setPart] = useState<"html" | "text">("html");
  const [rendered, setRendered] = useState<RenderedMail | null>(null);
  const { name, zone, currency, now } = store;
  // Only in the browser: a server may write a day in another way, and the page would be drawn twice.
  useEffect(() => {
    setRendered(
      renderMail({
        kind,
        data: mailKindOf(kind).sample(new Date(now), currency),
        locale: language,
        look: { storeName: name, color: COLOR.test(color) ? color : WHILE_TYPING, zone },
        ownWords: words,
        firstName: "Ada",
        unsubscribeUrl: "https://example.com/unsubscribe",
      }),
    );
  }, [kind, language, color, words, name, zone, currency, now]);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Preview
          </Text>
          <ButtonGroup variant="segmented">
            <Button size="slim" pressed={part === "html"} onClick={() => setPart("html")}>
              Email
            </Button>
            <Button size="slim" pressed={part === "text"} onClick={() => setPart("text")}>
              Text part
            </Button>
          </ButtonGroup>
        </InlineStack>
        <div style={{ minHeight: "2.5rem" }}>
          <Text as="p" fontWeight="semibold" breakWord>
            {rendered?.subject}
          </Text>
        </div>
        <div className="pn-mail-preview">
          {rendered && part === "html" && (
            <iframe
              className="pn-mail-frame"
              title="Preview of the email"
              sandbox=""
              srcDoc={rendered.html}
            />
          )}
          {rendered && part === "text" && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard has to reach it.
            <pre className="pn-mail-text" tabIndex={0}>
              {rendered.text}
            </pre>
          )}
        </div>
        <Text as="p" tone="subdued" variant="bodySm">
          Made-up facts. Nothing here is sent or saved.
        </Text>
      </BlockStack>
    </Card>
  );
}
