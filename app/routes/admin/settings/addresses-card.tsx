import { BlockStack, Card, Text } from "@shopify/polaris";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import type { InterfaceAddress } from "./interface-addresses.ts";
import { ProxyPathForm } from "./proxy-path-form.tsx";

/** Where other systems reach the store's data. */
export function AddressesCard({
  addresses,
  proxyPath,
}: {
  addresses: readonly InterfaceAddress[];
  proxyPath: string;
}) {
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Addresses
          </Text>
          <Text as="p" tone="subdued">
            Give these to whoever connects another system. Use a key on servers only, never in a
            theme or an app that shoppers run.
          </Text>
        </BlockStack>
        <ResponsiveTable
          inset
          caption="Addresses of the programming interfaces"
          rows={addresses}
          rowKey={({ name }) => name}
          columns={[
            { title: "Interface", cell: ({ name }) => name, leads: true },
            {
              title: "Address",
              cell: ({ address }) => <code style={{ overflowWrap: "anywhere" }}>{address}</code>,
            },
            { title: "Key", cell: ({ key }) => key },
            {
              title: "Copy",
              cell: ({ name, address, served }) =>
                served ? (
                  <CopyButton text={address} what={`the address of the ${name}`} />
                ) : (
                  <Text as="span" tone="subdued" variant="bodySm">
                    Not in this version
                  </Text>
                ),
              atEnd: true,
            },
          ]}
        />
        <ProxyPathForm proxyPath={proxyPath} />
      </BlockStack>
    </Card>
  );
}
