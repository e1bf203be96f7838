import { Text } from "@shopify/polaris";

export interface TimelineEntry {
  id: string;
  message: string;
  /** Who did it, for example "Mia Example" or "The customer". */
  by: string;
  at: string;
}

/** What happened, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="pn-timeline">
      {entries.map(({ id, message, by, at }) => (
        <li key={id}>
          <Text as="span">{message}</Text>
          <Text as="span" tone="subdued" variant="bodySm">
            {at} · {by}
          </Text>
        </li>
      ))}
    </ol>
  );
}
