import { Badge, BlockStack, Button, ButtonGroup, InlineStack, Text } from "@shopify/polaris";
import { ChevronDownIcon, ChevronUpIcon } from "@shopify/polaris-icons";
import type { ReasonView } from "./reason-view.ts";
import { SavedSwitch } from "./saved-switch.tsx";

export interface ReasonRowProps {
  reason: ReasonView;
  title: string;
  place: number;
  count: number;
  /** The place of the row that is being dragged; null while none is. */
  dragged: number | null;
  onDrag: (place: number | null) => void;
  onMove: (from: number, to: number) => void;
  /** Why its switch was refused, or null. */
  onSwitched: (error: string | null) => void;
}

/** One reason. Its place changes by its buttons, or by dragging. */
export function ReasonRow(props: ReasonRowProps) {
  const { reason, title, place, count, dragged, onDrag, onMove, onSwitched } = props;
  return (
    <li
      className="pn-reason"
      draggable
      data-dragged={dragged === place || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        onDrag(place);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => {
        if (dragged !== null) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged !== null) onMove(dragged, place);
        onDrag(null);
      }}
    >
      <ButtonGroup variant="segmented">
        <Button
          size="slim"
          icon={ChevronUpIcon}
          disabled={place === 0}
          accessibilityLabel={`Move up: ${title}`}
          onClick={() => onMove(place, place - 1)}
        />
        <Button
          size="slim"
          icon={ChevronDownIcon}
          disabled={place === count - 1}
          accessibilityLabel={`Move down: ${title}`}
          onClick={() => onMove(place, place + 1)}
        />
      </ButtonGroup>
      <BlockStack gap="050">
        <Text as="h2" variant="headingSm" breakWord>
          {title}
        </Text>
        <Text as="p" tone="subdued" variant="bodySm" breakWord>
          {leadsTo(reason)}
        </Text>
      </BlockStack>
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        {!reason.active && <Badge>Off</Badge>}
        <Button
          size="slim"
          url={`/app/churn/reasons?reason=${reason.id}`}
          accessibilityLabel={`Edit: ${title}`}
        >
          Edit
        </Button>
        <SavedSwitch
          id={reason.id}
          label={`Shown: ${title}`}
          active={reason.active}
          onAnswer={onSwitched}
        />
      </InlineStack>
    </li>
  );
}

function leadsTo({ offers, help }: ReasonView): string {
  const names = offers.map(({ name, active }) => (active ? name : `${name} (off)`));
  const offer = names.length === 0 ? "No offer" : names.join(", else ");
  if (!help) return offer;
  return `${offer} · ${help.kind === "contact" ? "Contact link" : "Help link"}`;
}
