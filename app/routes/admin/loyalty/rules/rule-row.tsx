import { Link } from "@remix-run/react";
import { Badge, BlockStack, Button, ButtonGroup, InlineStack, Text } from "@shopify/polaris";
import { ChevronDownIcon, ChevronUpIcon } from "@shopify/polaris-icons";
import type { RuleStatusName } from "#app/domain/loyalty/read/managed-rule.ts";
import { SavedSwitch } from "../../churn/saved-switch.tsx";
import { RULES, STATUS_WORDS } from "./status-words.ts";

/** A rule as its list shows it. */
export interface RuleView {
  id: string;
  name: string;
  type: string;
  status: RuleStatusName;
  sentence: string;
  given: string;
}

export interface RuleRowProps {
  rule: RuleView;
  place: number;
  count: number;
  /** The place of the row that is being dragged; null while none is. */
  dragged: number | null;
  onDrag: (place: number | null) => void;
  onMove: (from: number, to: number) => void;
  /** Why its switch was refused, or null. */
  onSwitched: (error: string | null) => void;
}

/** One rule. Its place changes by its buttons, or by dragging. */
export function RuleRow(props: RuleRowProps) {
  const { rule, place, count, dragged, onDrag, onMove, onSwitched } = props;
  const { label, tone } = STATUS_WORDS[rule.status];
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
          accessibilityLabel={`Move up: ${rule.name}`}
          onClick={() => onMove(place, place - 1)}
        />
        <Button
          size="slim"
          icon={ChevronDownIcon}
          disabled={place === count - 1}
          accessibilityLabel={`Move down: ${rule.name}`}
          onClick={() => onMove(place, place + 1)}
        />
      </ButtonGroup>
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <h2 className="Polaris-Text--root Polaris-Text--headingSm">
            <Link className="pn-name" to={`${RULES}/${rule.id}`}>
              {rule.name}
            </Link>
          </h2>
          <Badge {...(tone && { tone })}>{label}</Badge>
        </InlineStack>
        <Text as="p" breakWord>
          {rule.sentence}
        </Text>
        <Text as="p" tone="subdued" variant="bodySm">
          {rule.type} · {rule.given}
        </Text>
      </BlockStack>
      <SavedSwitch
        id={rule.id}
        label={`${rule.name} is active`}
        active={rule.status === "active"}
        onAnswer={onSwitched}
      />
    </li>
  );
}
