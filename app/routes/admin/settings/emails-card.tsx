import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

/** The way to the settings of emails, and whether any can be sent. */
export function EmailsCard({ isSetUp }: { isSetUp: boolean }) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="300">
          <Text as="h2" variant="headingMd">
            Emails to customers
          </Text>
          <Button url="/app/settings/emails">Edit emails</Button>
        </InlineStack>
        <Text as="p" tone={isSetUp ? "subdued" : "caution"}>
          {isSetUp
            ? "Receipts, reminders and payment links: which are sent, their color and their words."
            : "No mail server is set up, so no email is sent. Whoever runs this app has to set SMTP_URL and MAIL_FROM."}
        </Text>
      </BlockStack>
    </Card>
  );
}
