import { BlockStack, Button } from "@shopify/polaris";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { ErrorBanner } from "./error-banner.tsx";

/**
 * A question before a change. It stays open, its button loading, until the change has ended; while it is refused, with the
 * reason.
 */
export function Question({
  open,
  title,
  confirm,
  close = "Close",
  critical = false,
  isSending,
  error,
  children,
  onClose,
  onConfirm,
}: {
  open: boolean;
  title: string;
  confirm: string;
  close?: string;
  critical?: boolean;
  isSending: boolean;
  error: string | null;
  children: ReactNode;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{close}</Button>
          <Button
            variant="primary"
            loading={isSending}
            {...(critical && { tone: "critical" as const })}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <BlockStack gap="300">
        <ErrorBanner title="Nothing was changed" message={error} />
        {children}
      </BlockStack>
    </Dialog>
  );
}
