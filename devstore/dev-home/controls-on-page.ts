/** How a value of a form becomes JSON. An empty field is left out, or null where it says so. */
type FieldKind = "text" | "number" | "number-or-null" | "flag";

export interface Choice {
  value: string;
  label: string;
}

/** What a store has that controls are about, newest first where that is what one looks for. */
export interface StoreChoices {
  contracts: Choice[];
  customers: Choice[];
  plans: Choice[];
  orders: Choice[];
  variants?: Choice[];
}

export interface ControlField {
  name: string;
  label: string;
  kind: FieldKind;
  value?: string;
  /** Offered values; the field is then a choice. */
  options?: Choice[];
  /** What the store has to choose from; anything else may be typed as well. */
  choices?: Choice[];
  hint?: string;
}

/** One of the store's controls as the page offers it. */
export interface PageControl {
  title: string;
  /** What happens, in one sentence. */
  text: string;
  /** Below the store; `{contract_id}` is filled in from the field of that name. */
  path: string;
  fields: ControlField[];
  /** Several prepared bodies of the same control, each with its own button. */
  buttons: { label: string; body?: Record<string, unknown> }[];
}

export interface ControlGroup {
  title: string;
  controls: PageControl[];
}

const declineCodes = [
  "INSUFFICIENT_FUNDS",
  "CARD_DECLINED",
  "EXPIRED_CARD",
  "FRAUD_SUSPECTED",
  "TRANSIENT_ERROR",
  "BUYER_CANCELED_PAYMENT_METHOD",
];

const clock: PageControl = {
  title: "Move the clock",
  text: "Everything due on the way happens in order: charges, retries, ends of pauses, of grace and of credit, webhooks.",
  path: "/__dev/clock",
  fields: [],
  buttons: [
    { label: "+1 hour", body: { advance: "PT1H" } },
    { label: "+1 day", body: { advance: "P1D" } },
    { label: "+1 week", body: { advance: "P7D" } },
    { label: "+1 month", body: { advance: "P1M" } },
  ],
};

/** Each field begins with the first of what the store has. */
export function controlGroups(choices: StoreChoices): ControlGroup[] {
  return [
    { title: "Time, payments and orders", controls: [clock, ...paymentControls(choices)] },
    {
      title: "The store",
      controls: [...storeControls, ...customerControls(choices), mergeControl(choices)],
    },
    { title: "The platform at its worst", controls: faultControls },
    { title: "Email", controls: [refuseMail] },
    { title: "Webhooks", controls: webhookControls },
    { title: "The app's installation", controls: installControls },
  ];
}

/** A field for the number of something that the store has. */
function idField(name: string, label: string, choices: Choice[]): ControlField {
  const value = choices[0]?.value;
  return { name, label, kind: "number", choices, ...(value === undefined ? {} : { value }) };
}

function paymentControls(choices: StoreChoices): PageControl[] {
  const order = idField("order_id", "Order", choices.orders);
  return [
    {
      title: "Decide the next payment",
      text: "The next charge of this contract comes to what is chosen here.",
      path: "/__dev/contracts/{contract_id}/next-payment",
      fields: [
        idField("contract_id", "Contract", choices.contracts),
        {
          name: "result",
          label: "Result",
          kind: "text",
          options: ["success", ...declineCodes, "ACTION_REQUIRED"].map((value) => {
            return { value, label: value.toLowerCase().replaceAll("_", " ") };
          }),
          value: "INSUFFICIENT_FUNDS",
        },
      ],
      buttons: [{ label: "Set" }],
    },
    {
      title: "Renew the card",
      text: "The bank's new card under the same id: no contract changes. The app hears of it by webhook.",
      path: "/__dev/payment-methods/renew",
      fields: [
        idField("contract_id", "Contract", choices.contracts),
        { name: "expires", label: "Expires", kind: "text", value: "2099-12" },
      ],
      buttons: [{ label: "Renew" }],
    },
    {
      title: "Take a discount off a contract",
      text: "As the merchant does by hand, whether it was used or not. The app hears of it by webhook.",
      path: "/__dev/contracts/{contract_id}/discounts",
      fields: [
        idField("contract_id", "Contract", choices.contracts),
        { name: "remove", label: "Discount", kind: "text", value: "20% off", hint: "its title" },
      ],
      buttons: [{ label: "Take it off" }],
    },
    {
      title: "Buy a plan",
      text: "A checkout with a selling plan: an order, and a contract that renews.",
      path: "/__dev/orders",
      fields: [
        idField("cid", "Customer", choices.customers),
        idField("plan_id", "Plan", choices.plans),
      ],
      buttons: [{ label: "Place the order" }],
    },
    {
      title: "Refund an order",
      text: "The whole of it, or an amount.",
      path: "/__dev/orders/{order_id}/refund",
      fields: [
        order,
        { name: "amount", label: "Amount", kind: "text", hint: "blank is everything" },
      ],
      buttons: [{ label: "Refund" }, { label: "Refund, on its way", body: { pending: true } }],
    },
    ...additions(order, choices.variants ?? []),
    {
      title: "Pay what is outstanding",
      text: "What an edit added is paid; refused where nothing is owed.",
      path: "/__dev/orders/{order_id}/pay",
      fields: [order],
      buttons: [{ label: "Pay" }],
    },
    {
      title: "Fulfill an order",
      text: "All of it is sent, and the app hears of it.",
      path: "/__dev/orders/{order_id}/fulfill",
      fields: [order],
      buttons: [{ label: "Fulfill the order" }],
    },
    {
      title: "Cancel an order",
      text: "What is left of its money is paid back, and store credit that it used comes back.",
      path: "/__dev/orders/{order_id}/cancel",
      fields: [order],
      buttons: [{ label: "Cancel the order" }],
    },
  ];
}

/** A few of the things that an edit may add, each with its own button. */
function additions(order: ControlField, variants: Choice[]): PageControl[] {
  if (variants.length === 0) return [];
  return [
    {
      title: "Add to an order",
      text: "The order is edited: it costs more, waits to be paid, and has something to send again.",
      path: "/__dev/orders/{order_id}/edit",
      fields: [order],
      buttons: variants.slice(0, 3).map(({ value, label }) => {
        return { label, body: { add: [{ variant_id: Number(value) }] } };
      }),
    },
  ];
}

const storeControls: PageControl[] = [
  {
    title: "Settings of the store",
    text: "The merchant changes them; the app hears of it. What is left empty stays.",
    path: "/__dev/shop",
    fields: [
      { name: "name", label: "Name", kind: "text" },
      { name: "email", label: "Contact address", kind: "text" },
      { name: "timezone", label: "Time zone", kind: "text", hint: "For example America/Chicago" },
      { name: "currency", label: "Currency", kind: "text", hint: "For example USD" },
    ],
    buttons: [{ label: "Change" }],
  },
  {
    title: "Customer accounts",
    text: "With new accounts the platform has the account pages; with legacy ones the theme has them.",
    path: "/__dev/customer-accounts",
    fields: [],
    buttons: [
      { label: "New", body: { version: "new" } },
      { label: "Legacy", body: { version: "legacy" } },
    ],
  },
  {
    title: "Make a product",
    text: "A product of one variant, or a gift card, which is neither taxed nor sent.",
    path: "/__dev/products",
    fields: [
      { name: "title", label: "Title", kind: "text", value: "Watering can" },
      { name: "price", label: "Price", kind: "text", value: "25.00" },
    ],
    buttons: [
      { label: "Make the product" },
      { label: "Make it a gift card", body: { gift_card: true } },
    ],
  },
  {
    title: "Taxes",
    text: "Whether the prices of the store contain them, and at which rate; blank leaves the rate as it is.",
    path: "/__dev/tax",
    fields: [{ name: "rate", label: "Rate", kind: "number", hint: "0.19 is 19%" }],
    buttons: [
      { label: "Included", body: { included: true } },
      { label: "On top", body: { included: false } },
    ],
  },
];

function customerControls({ customers }: StoreChoices): PageControl[] {
  const customer = idField("cid", "Customer", customers);
  return [
    {
      title: "Create a customer",
      text: "As the merchant does, or somebody who signs up; blank fields get a sample.",
      path: "/__dev/customers",
      fields: [
        { name: "first_name", label: "First name", kind: "text" },
        { name: "last_name", label: "Last name", kind: "text" },
        { name: "email", label: "Email address", kind: "text" },
        { name: "phone", label: "Phone number", kind: "text", hint: "needed for text messages" },
      ],
      buttons: [{ label: "Create the customer" }],
    },
    {
      title: "Marketing consent",
      text: "The customer signs up for marketing, or out of it. The app hears of it by webhook.",
      path: "/__dev/customers/{cid}/marketing",
      fields: [customer],
      buttons: [
        { label: "Emails", body: { email: "subscribed" } },
        { label: "No emails", body: { email: "unsubscribed" } },
        { label: "Text messages", body: { sms: "subscribed" } },
        { label: "No text messages", body: { sms: "unsubscribed" } },
      ],
    },
    {
      title: "Customer tags",
      text: "As the merchant adds and removes them; several with commas between.",
      path: "/__dev/customers/{cid}/tags",
      fields: [
        customer,
        { name: "add", label: "Tags to add", kind: "text" },
        { name: "remove", label: "Tags to remove", kind: "text" },
      ],
      buttons: [{ label: "Change the tags" }],
    },
  ];
}

function mergeControl({ customers }: StoreChoices): PageControl {
  return {
    title: "Merge two customers",
    text: "As the admin does: refused for customers with payment methods or subscriptions. The second one stays unless its account or address says otherwise.",
    path: "/__dev/customers/merge",
    fields: [
      idField("customer_one", "One customer", customers),
      idField("customer_two", "The other", customers.toReversed()),
    ],
    buttons: [{ label: "Merge" }, { label: "Fail on the way", body: { fails: true } }],
  };
}

const refuseMail: PageControl = {
  title: "Refuse an address",
  text: "What the mail server says to the app’s next emails to it, whichever store sends them.",
  path: "/__dev/mailbox/refuse",
  fields: [
    { name: "address", label: "Email address", kind: "text", value: "somebody@example.com" },
  ],
  buttons: [
    { label: "For now", body: { answer: "temporary" } },
    { label: "For good", body: { answer: "permanent" } },
    { label: "Take it again", body: { answer: null } },
  ],
};

const faultControls: PageControl[] = [
  {
    title: "Refuse the next change of a contract",
    text: "The next commit of a draft answers an error and changes nothing: an offer must then not be active.",
    path: "/__dev/refuse-next",
    fields: [],
    buttons: [
      {
        label: "Refuse the next draft",
        body: {
          operation: "subscriptionDraftCommit",
          code: "STALE_CONTRACT",
          message: "The contract has changed since the draft was made.",
        },
      },
    ],
  },
  {
    title: "Break the next Admin requests",
    text: "They fail before or after they took effect, as a network does.",
    path: "/__dev/fail-next",
    fields: [
      {
        name: "status",
        label: "Failure",
        kind: "number",
        value: "503",
        options: ["500", "502", "503", "504", "429"].map((value) => ({ value, label: value })),
      },
      { name: "count", label: "Requests", kind: "number", value: "1" },
      {
        name: "after",
        label: "When",
        kind: "text",
        value: "before-effect",
        options: [
          { value: "before-effect", label: "before the effect" },
          { value: "after-effect", label: "after the effect" },
        ],
      },
    ],
    buttons: [{ label: "Break" }],
  },
  {
    title: "Let everything pass again",
    text: "Takes back what was set above and has not happened yet.",
    path: "/__dev/clear-faults",
    fields: [],
    buttons: [{ label: "Clear" }],
  },
  {
    title: "Throttle the Admin API",
    text: "Points a second that the app's queries may cost; blank gives back what the plan has.",
    path: "/__dev/throttle",
    fields: [
      {
        name: "points_per_second",
        label: "Points a second",
        kind: "number-or-null",
        value: "10",
      },
    ],
    buttons: [{ label: "Set" }],
  },
];

const webhookControls: PageControl[] = [
  {
    title: "Duplicate, reorder, delay",
    text: "How webhooks reach the app from now on.",
    path: "/__dev/webhooks",
    fields: [
      { name: "duplicate", label: "Further copies", kind: "number", value: "1" },
      { name: "delay_ms", label: "Delay in ms", kind: "number", value: "0" },
      { name: "lose", label: "How many of the next are lost", kind: "number", value: "0" },
      { name: "reorder", label: "Out of order", kind: "flag" },
    ],
    buttons: [
      { label: "Set" },
      { label: "Back to normal", body: { duplicate: 0, reorder: false, delay_ms: 0, lose: 0 } },
    ],
  },
  {
    title: "Send what waits",
    text: "Delivers every waiting webhook at once.",
    path: "/__dev/webhooks/flush",
    fields: [],
    buttons: [{ label: "Flush" }],
  },
];

const installControls: PageControl[] = [
  {
    title: "Uninstall and install",
    text: "Uninstalling takes the app's tokens away and tells it by webhook; installing opens it for the first time.",
    path: "/__dev/{what}",
    fields: [],
    buttons: [
      { label: "Uninstall", body: { what: "uninstall" } },
      { label: "Install", body: { what: "install" } },
    ],
  },
  {
    title: "Approve customer data",
    text: "What the platform has approved of the app's request. Without it customers and orders are denied, fields are empty, and their webhooks do not come.",
    path: "/__dev/protected-data",
    fields: [],
    buttons: [
      { label: "As the app asks", body: { approved: ["customer_data", "name", "email"] } },
      { label: "Without names and email", body: { approved: ["customer_data"] } },
      { label: "Nothing", body: { approved: [] } },
    ],
  },
  {
    title: "Withhold a permission",
    text: "As on a store that has not granted all that the app asks for.",
    path: "/__dev/scopes",
    fields: [],
    buttons: [
      { label: "Without the app proxy", body: { withhold: ["write_app_proxy"] } },
      { label: "Without discounts", body: { withhold: ["write_discounts"] } },
      { label: "Grant all", body: { withhold: [] } },
    ],
  },
  {
    title: "Limit servers on the storefront",
    text: "Requests that come from no browser get 429 beyond this, with when to come back; blank limits nobody.",
    path: "/__dev/server-traffic",
    fields: [
      {
        name: "requests_per_minute",
        label: "Requests a minute",
        kind: "number-or-null",
        value: "10",
      },
      { name: "counts_proxy", label: "The app proxy counts", kind: "flag" },
    ],
    buttons: [{ label: "Set" }],
  },
  {
    title: "Let the app's tokens run out",
    text: "The next Admin request of the app is turned away until it has renewed them.",
    path: "/__dev/expire-tokens",
    fields: [],
    buttons: [{ label: "Expire" }],
  },
];
