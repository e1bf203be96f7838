import { BlockStack, Button, Card, InlineStack, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import { CopyButton } from "#app/ui/copy-button.tsx";
import type { ExportForm } from "./export-forms.ts";
import type { ReadingKeyView } from "./export-view.ts";

/** How another system reads an export, as a call that can be copied. */
export function ReadByApiCard({
  forms,
  address,
  keys,
}: {
  forms: readonly ExportForm[];
  address: string;
  keys: readonly ReadingKeyView[];
}) {
  const [name, setName] = useState<string>(forms[0]?.name ?? "");
  const [keyId, setKeyId] = useState(keys[0]?.id ?? "");
  const key = keys.find(({ id }) => id === keyId) ?? keys[0];
  const isNumbered = forms.find((one) => one.name === name)?.isNumbered ?? false;
  const place = isNumbered ? "page=1" : "since_id=0";
  const call = `curl --get "${address}/${name}" --data-urlencode "key=$${key?.variable}" --data ${place}`;
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Read by another system
          </Text>
          <Text as="p" tone="subdued">
            The Data API gives the same rows, page by page:{" "}
            {isNumbered
              ? "raise page until a page is empty."
              : "send the answer's last_id as the next since_id."}
          </Text>
        </BlockStack>
        {key ? (
          <>
            <div className="pn-filters">
              <Select
                label="Data to read"
                options={forms.map(({ name: value, title }) => ({ value, label: title }))}
                value={name}
                onChange={setName}
              />
              <Select
                label="API key"
                options={keys.map(({ id, name: label }) => ({ value: id, label }))}
                value={key.id}
                onChange={setKeyId}
              />
            </div>
            <InlineStack gap="300" blockAlign="center" wrap={false} align="space-between">
              <code style={{ overflowWrap: "anywhere" }}>{call}</code>
              <CopyButton text={call} what="the example call" />
            </InlineStack>
            <Text as="p" tone="subdued">
              Set {key.variable} to the secret of the key “{key.name}” on your server. The secret
              was shown once, when the key was created.
            </Text>
          </>
        ) : (
          <InlineStack gap="300" blockAlign="center" align="space-between">
            <Text as="p">No API key may read the exports yet. It needs the scope data:read.</Text>
            <Button url="/app/settings">Create a key</Button>
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}
