import { Form } from "@remix-run/react";
import { Button, ButtonGroup, Card, Select, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { AppliedOfferQuery } from "./applied-offer-filters.ts";

export interface FilterFormProps {
  query: AppliedOfferQuery;
  offers: readonly { id: string; name: string }[];
  reasons: readonly { alias: string; title: string }[];
}

const STATE_OPTIONS = [
  { label: "Any", value: "" },
  { label: "Active", value: "active" },
  { label: "Pending", value: "pending" },
  { label: "Canceled", value: "cancelled" },
  { label: "Refused", value: "refused" },
];

/** The list's filters. They are part of the URL, so a filtered list can be bookmarked and shared. */
export function FilterForm({ query, offers, reasons }: FilterFormProps) {
  const [fields, setFields] = useState(query);
  // The address also changes by its own: back, forward, and a link that clears the filters.
  useEffect(() => setFields(query), [query]);
  const bind = (name: keyof AppliedOfferQuery) => ({
    name,
    value: fields[name],
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  });
  const isFiltered = Object.values(query).some((value) => value !== "");
  return (
    <Card>
      <Form method="get" role="search" aria-label="Filter applied offers">
        <div className="pn-filters">
          <div className="pn-wide">
            <TextField
              label="Customer"
              placeholder="Name, e-mail or number"
              autoComplete="off"
              {...bind("customer")}
            />
          </div>
          <Select label="State" options={STATE_OPTIONS} {...bind("state")} />
          <Select
            label="Offer"
            options={[
              { label: "Any", value: "" },
              ...offers.map(({ id, name }) => ({ label: name, value: id })),
            ]}
            {...bind("offer")}
          />
          <div className="pn-wide">
            <Select
              label="Reason"
              options={[
                { label: "Any", value: "" },
                ...reasons.map(({ alias, title }) => ({ label: title, value: alias })),
              ]}
              {...bind("reason")}
            />
          </div>
          <TextField label="From" type="date" autoComplete="off" {...bind("from")} />
          <TextField label="To" type="date" autoComplete="off" {...bind("to")} />
          <ButtonGroup>
            <Button submit>Filter</Button>
            {isFiltered && <Button url="/app/churn/applied-offers">Clear</Button>}
          </ButtonGroup>
        </div>
      </Form>
    </Card>
  );
}
