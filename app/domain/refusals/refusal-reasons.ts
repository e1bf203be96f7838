import type { AppErrorCode } from "#app/lib/app-error.ts";

/**
 * The closed table of what can be in the way of a shopper's change, each with the code that every API answers it by. Its words
 * are in `words/`, one file a language.
 */
export const REFUSAL_REASONS = {
  // What the merchant, the plan, or the contract's state does not allow.
  switched_off: "change_refused",
  ended: "change_refused",
  no_address: "change_refused",
  not_to_change: "change_refused",
  resume_first: "change_refused",
  nothing_to_answer: "change_refused",
  only_cancel: "change_refused",
  not_again: "change_refused",
  again_already_active: "change_refused",
  again_payment_pending: "change_refused",
  again_payment_method: "change_refused",
  again_not_sold: "change_refused",
  again_ask_store: "change_refused",
  withdrawal_over: "change_refused",
  withdrawal_off: "change_refused",
  canceled: "contract_cancelled",
  import_waits: "contract_waiting",

  // What stands against it with the platform.
  delivery_arranged: "change_refused",
  delivery_gone: "change_refused",
  date_gone: "change_refused",
  date_too_far: "change_refused",
  prepaid_frequency: "change_refused",
  runtime_frequency: "change_refused",
  address_needed: "change_refused",
  not_shipped: "change_refused",
  payment_needed: "change_refused",
  payment_of_other: "change_refused",
  owner_unknown: "change_refused",
  owner_erased: "change_refused",
  currency_gone: "change_refused",
  product_gone: "change_refused",
  discount_lost: "change_refused",
  lines_full: "change_refused",
  discounts_full: "change_refused",
  not_taken: "change_refused",

  // A charge that is under way, unpaid, or another one by now.
  charge_changed: "charge_not_retryable",
  date_changed: "charge_not_retryable",
  charge_running: "charge_not_retryable",
  charge_unpaid: "charge_not_retryable",
  charge_cap: "charge_not_retryable",
  paused: "charge_not_retryable",
  no_next_charge: "charge_not_retryable",
  no_such_charge: "charge_not_retryable",
  period_not_over: "charge_not_retryable",

  // It is not what was seen any more.
  contract_changed: "contract_changed",
  change_under_way: "contract_changed",
  again_changed: "contract_changed",
  again_under_way: "contract_changed",
  again_made: "contract_changed",
  answer_agreed: "contract_changed",
  answer_declined: "contract_changed",
  answer_over: "contract_changed",
  answer_stopped: "contract_changed",
  answer_canceled: "contract_changed",

  // What was entered.
  day_needed: "invalid_input",
  day_passed: "invalid_input",
  day_within: "invalid_input",
  day_after: "invalid_input",
  plan_needed: "invalid_input",
  plan_gone: "invalid_input",
  line_needed: "invalid_input",
  variant_needed: "invalid_input",
  variant_sold_out: "invalid_input",
  variant_gone: "invalid_input",
  quantity_range: "invalid_input",
  quantity_wrong: "invalid_input",
  last_name_needed: "invalid_input",
  address1_needed: "invalid_input",
  city_needed: "invalid_input",
  country_needed: "invalid_input",
  first_name_wrong: "invalid_input",
  last_name_wrong: "invalid_input",
  company_wrong: "invalid_input",
  address1_wrong: "invalid_input",
  address2_wrong: "invalid_input",
  city_wrong: "invalid_input",
  zip_wrong: "invalid_input",
  province_wrong: "invalid_input",
  country_wrong: "invalid_input",
  phone_wrong: "invalid_input",
  too_long: "invalid_input",

  // For what has no sentence above.
  any_input: "invalid_input",
  any_missing: "not_found",
  any_hurry: "rate_limited",
  any_outage: "platform_unavailable",
  any_refusal: "platform_refused",
} as const satisfies Record<string, AppErrorCode>;

export type RefusalReason = keyof typeof REFUSAL_REASONS;

export type RefusalWords = Readonly<Record<RefusalReason, string>>;
