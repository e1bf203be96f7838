import { BlockStack, Button, Card, InlineStack, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { MailKind } from "#app/domain/mail/kinds/mail-kinds.ts";
import type { MailLanguage } from "#app/domain/mail/texts/languages.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";

/** Sends the email that is shown, with what is typed and not yet saved. */
export function TestEmailCard({
  kind,
  language,
  draft,
  firstAddress,
}: {
  kind: MailKind;
  language: MailLanguage;
  draft: object;
  firstAddress: string;
}) {
  const [address, setAddress] = useState(firstAddress);
  const { send, isSending, error, errorOf } = useFormRequest<{ outcome: "tested" }>(() =>
    showToast("Test email sent"),
  );
  const ofField = errorOf("address");
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Test email
        </Text>
        <ErrorBanner
          title="The test email was not sent"
          message={ofField.error ? null : (error?.message ?? null)}
        />
        <TextField
          label="Send to"
          type="email"
          value={address}
          onChange={setAddress}
          autoComplete="email"
          helpText="The email of the preview, as it is typed above."
          {...ofField}
        />
        <InlineStack>
          <Button
            loading={isSending}
            onClick={() => send({ intent: "test", kind, language, address, input: draft })}
          >
            Send test email
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
