import { Form } from "@remix-run/react";
import { Button, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { PointsOnView } from "./points-on-view.ts";

/** Asks what points came to at the end of a day; null while none was asked for. */
export function PointsOnForm({ asked }: { asked: PointsOnView | null }) {
  const [day, setDay] = useState(asked?.day ?? "");
  useEffect(() => setDay(asked?.day ?? ""), [asked?.day]);
  return (
    <Form method="get" aria-label="Points on a day" preventScrollReset>
      <div className="pn-filters">
        <TextField
          label="Points at the end of a day"
          name="on"
          type="date"
          autoComplete="off"
          value={day}
          onChange={setDay}
        />
        <div>
          <Button submit>Show</Button>
        </div>
      </div>
      <div role="status">{asked && <Text as="p">{asked.answer}</Text>}</div>
    </Form>
  );
}
