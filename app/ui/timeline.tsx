import { Link } from "@remix-run/react";
import { Text } from "@shopify/polaris";

export interface TimelineEntry {
  id: string;
  /** What the line is about, where lines of several are mixed. */
  about?: { name: string; url: string } | undefined;
  message: string;
  /** Who did it, for example "Mia Example" or "The customer". */
  by: string;
  at: string;
}

/** What happened, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="pn-timeline">
      {entries.map(({ id, about, message, by, at }) => (
        <li key={id}>
          <Text as="span">
            {about && (
              <>
                <Link to={about.url}>{about.name}</Link>:{" "}
              </>
            )}
            {message}
          </Text>
          <Text as="span" tone="subdued" variant="bodySm">
            {at} · {by}
          </Text>
        </li>
      ))}
    </ol>
  );
}
