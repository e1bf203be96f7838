import { Button, ButtonGroup, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useFormats } from "../use-formats.ts";
import { RowTick } from "./row-tick.tsx";
import type { ListSelection } from "./use-row-selection.ts";

/** What is chosen of a list, and what can be done with it. It is there before anything is chosen, so that nothing moves. */
export function SelectionBar({
  selection,
  rows,
  total,
  children,
}: {
  selection: ListSelection;
  /** Rows on this page. */
  rows: number;
  total: number;
  /** The buttons. */
  children: ReactNode;
}) {
  const formats = useFormats();
  const number = (count: number) => formats.count(count, "", "").trim();
  const { keys, isWholePage, isEverything } = selection;
  return (
    <div className="pn-selection">
      <RowTick
        label={`Select all ${number(rows)} on this page`}
        checked={isWholePage ? true : keys.length > 0 ? "indeterminate" : false}
        onChange={selection.togglePage}
      />
      <Text as="span" tone="subdued">
        <span role="status">
          {isEverything
            ? `All ${number(total)} selected`
            : keys.length > 0
              ? `${number(keys.length)} selected`
              : "Select all"}
        </span>
      </Text>
      {isWholePage && !isEverything && total > rows && (
        <Button variant="plain" onClick={selection.chooseEverything}>
          {`Select all ${number(total)} of this list`}
        </Button>
      )}
      {keys.length > 0 && <ButtonGroup>{children}</ButtonGroup>}
    </div>
  );
}
