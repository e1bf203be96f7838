import { useSearchParams } from "@remix-run/react";
import { Badge, BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ApiKeyState } from "#app/domain/api-keys/api-key.ts";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import type { KeyView } from "./key-view.ts";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";
import { type NewSecret, SecretDialog } from "./secret-dialog.tsx";

export interface KeysCardProps {
  keys: readonly KeyView[];
  endedKeys: readonly KeyView[];
  scopes: readonly { scope: string; meaning: string }[];
}

type Open = { kind: "create" } | { kind: "rotate" | "revoke"; key: KeyView } | null;

/** The store's API keys, and everything one can do with them. */
export function KeysCard({ keys, endedKeys, scopes }: KeysCardProps) {
  const [searchParams] = useSearchParams();
  const [open, setOpen] = useState<Open>(
    searchParams.get("create") === "key" ? { kind: "create" } : null,
  );
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const close = () => setOpen(null);
  const reveal = (made: NewSecret) => {
    close();
    setSecret(made);
  };
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            API keys
          </Text>
          <Button variant="primary" onClick={() => setOpen({ kind: "create" })}>
            Create key
          </Button>
        </InlineStack>
        {keys.length === 0 ? (
          <Text as="p" tone="subdued">
            No keys yet. Create one for each system that connects, so that each can be replaced or
            revoked by itself.
          </Text>
        ) : (
          <ResponsiveTable
            inset
            caption="API keys that work"
            rows={keys}
            rowKey={({ id }) => id}
            columns={[...keyColumns(scopes.length), keyActions(setOpen)]}
          />
        )}
        {endedKeys.length > 0 && (
          <details>
            <summary>Ended keys</summary>
            <ResponsiveTable
              inset
              caption="API keys that no longer work"
              rows={endedKeys}
              rowKey={({ id }) => id}
              columns={keyColumns(scopes.length)}
            />
          </details>
        )}
      </BlockStack>
      <CreateKeyDialog
        open={open?.kind === "create"}
        scopes={scopes}
        onClose={close}
        onCreated={reveal}
      />
      <RotateKeyDialog
        keyToRotate={open?.kind === "rotate" ? open.key : null}
        onClose={close}
        onRotated={reveal}
      />
      <RevokeKeyDialog keyToRevoke={open?.kind === "revoke" ? open.key : null} onClose={close} />
      <SecretDialog secret={secret} onSaved={() => setSecret(null)} />
    </Card>
  );
}

const STATE_BADGES: Readonly<
  Record<ApiKeyState, { tone?: "attention" | "success"; word: string }>
> = {
  active: { tone: "success", word: "Active" },
  replaced: { tone: "attention", word: "Replaced" },
  expired: { word: "Ended" },
  revoked: { word: "Revoked" },
};

function keyColumns(scopeCount: number): TableColumn<KeyView>[] {
  return [
    {
      title: "Name",
      leads: true,
      cell: ({ name, hint }) => (
        <>
          <Text as="span" fontWeight="semibold">
            {name}
          </Text>
          <br />
          <code>{hint}</code>
        </>
      ),
    },
    {
      title: "Scopes",
      cell: ({ scopes }) => (scopes.length === scopeCount ? "All" : scopes.join(", ")),
    },
    { title: "Created", cell: ({ created }) => created },
    { title: "Last used", cell: ({ lastUsed }) => lastUsed },
    {
      title: "State",
      cell: ({ state, ends }) => {
        const { tone, word } = STATE_BADGES[state];
        return (
          <span>
            <Badge {...(tone && { tone })}>{word}</Badge>
            {state === "replaced" && ends && ` works until ${ends}`}
            {state !== "replaced" && ends && ` ${ends}`}
          </span>
        );
      },
    },
  ];
}

function keyActions(setOpen: (open: Open) => void): TableColumn<KeyView> {
  return {
    title: "Actions",
    atEnd: true,
    cell: (key) => (
      <InlineStack align="end">
        <ButtonGroup>
          {key.state === "active" && (
            <Button
              size="slim"
              accessibilityLabel={`Rotate ${key.name}`}
              onClick={() => setOpen({ kind: "rotate", key })}
            >
              Rotate
            </Button>
          )}
          <Button
            size="slim"
            tone="critical"
            accessibilityLabel={`Revoke ${key.name} ${key.hint}`}
            onClick={() => setOpen({ kind: "revoke", key })}
          >
            Revoke
          </Button>
        </ButtonGroup>
      </InlineStack>
    ),
  };
}
