import type { RefusalWords } from "../refusal-reasons.ts";

/** What is wrong and what to do, in English. Values stand in braces. */
export const en: RefusalWords = {
  switched_off: "This can't be changed here. Ask the store, which can do it for you.",
  ended: "This subscription has ended, so nothing is charged.",
  no_address: "No delivery address can be changed here. Ask the store.",
  not_to_change: "This product is a gift, or belongs to a trial: it cannot be changed now.",
  resume_first: "The subscription is paused. Resume it first, then change how often it comes.",
  nothing_to_answer: "There is nothing to answer.",
  only_cancel: "To keep the old price is not possible. You can cancel.",
  not_again: "This contract cannot be started again. You can buy it in the store.",
  again_already_active: "You have this membership already, so it is not started again.",
  again_payment_pending: "Its last payment is still being confirmed. Try again once that is done.",
  again_payment_method:
    "The payment method can't be used any more. Buy it in the store with another one.",
  again_not_sold: "The store does not sell this any more. Choose another one in the store.",
  again_ask_store: "This can't be started again here. Ask the store, which can do it for you.",
  withdrawal_over:
    "The time to withdraw from this contract is over. You can cancel it, or ask the store.",
  withdrawal_off:
    "This store takes no withdrawals here. You can cancel the contract, or ask the store.",
  canceled: "This contract is canceled; it cannot come back.",
  import_waits:
    "This subscription comes from the store's earlier system and has not begun here yet. Ask the store when it does.",

  delivery_arranged:
    "One of the coming deliveries was arranged by itself, so the whole cannot be changed now. Ask the store to change it.",
  delivery_gone:
    "The delivery that was meant is not there any more. Look at the subscription again.",
  date_gone: "The next date cannot be taken any more. Look at the subscription again, then choose.",
  date_too_far: "The next date is too far ahead. Choose another frequency.",
  prepaid_frequency:
    "This frequency does not fit the deliveries that were paid ahead. Ask the store to change it.",
  runtime_frequency:
    "This frequency does not fit how long the subscription runs. Ask the store to change it.",
  address_needed:
    "The subscription needs a delivery address. Enter it first, then change the rest.",
  not_shipped: "It is not shipped to this address. Enter another one, or ask the store.",
  payment_needed:
    "The subscription has no payment method. Give it one first, then change the rest.",
  payment_of_other:
    "The payment method belongs to somebody else. Give the subscription another one first.",
  owner_unknown:
    "The store does not know the subscription's owner any more. Ask the store to change it.",
  owner_erased: "The subscription's owner was erased. Ask the store to change it.",
  currency_gone:
    "The store does not sell in the subscription's currency any more. Ask the store to change it.",
  product_gone:
    "One of the products cannot be subscribed to any more. Choose another one, or ask the store.",
  discount_lost: "A discount of the subscription would be lost by it. Ask the store to change it.",
  lines_full: "The subscription has as many products as it can have. Ask the store to change it.",
  discounts_full:
    "The subscription has as many discounts as it can have. Ask the store to change it.",
  not_taken: "The store does not take this change. Choose another one, or ask the store.",

  charge_changed: "This charge has been made or changed meanwhile. Reload the page.",
  date_changed: "The date of the next charge has changed meanwhile. Reload the page.",
  charge_running: "A charge of this subscription is under way. Wait for its end, then try again.",
  charge_unpaid: "A charge of this subscription is unpaid. Pay it first, then change the rest.",
  charge_cap: "This payment method has failed too often to be charged again. Choose another one.",
  paused: "The subscription is paused, so it has no next charge. Resume it first.",
  no_next_charge: "The subscription is canceled; it has no next charge.",
  no_such_charge: "The store has no charge on this day, or has made it already. Reload the page.",
  period_not_over: "The period before this charge has not ended. It can be charged after {day}.",

  contract_changed: "Your subscription has changed meanwhile. Look at it again, then choose.",
  change_under_way:
    "Another change of this subscription is under way. Look at it again in a minute, then choose.",
  again_changed: "What it would be has changed meanwhile. Look at it again, then choose.",
  again_under_way: "This contract is being started again. Look at it again in some minutes.",
  again_made: "This contract was started again. Withdraw from the one that it goes on as.",
  answer_agreed: "You have agreed already. The change comes on its day.",
  answer_declined: "You have not agreed. Everything stays as it is for you.",
  answer_over: "The time to answer is over. Ask the store if you have questions.",
  answer_stopped: "This change does not come. Everything stays as it is for you.",
  answer_canceled: "The subscription is canceled. There is nothing to answer.",

  day_needed: "Choose a day.",
  day_passed: "This time has passed. Choose a later day.",
  day_within: "Choose a day within {days} days.",
  day_after: "Choose a day after {day}.",
  plan_needed: "Choose one of the frequencies that are offered.",
  plan_gone: "This frequency is not offered any more. Choose another one.",
  line_needed: "Choose one of the subscription's products.",
  variant_needed: "Choose one of the variants that are offered.",
  variant_sold_out: "This variant is sold out. Choose another one.",
  variant_gone: "This variant is not there any more. Choose another one.",
  quantity_range: "Choose a quantity from {least} to {most}.",
  quantity_wrong: "This quantity is not taken. Choose another one.",
  last_name_needed: "Enter a last name.",
  address1_needed: "Enter a street and number.",
  city_needed: "Enter a city.",
  country_needed: "Choose a country.",
  first_name_wrong: "This first name is not taken. Write it another way.",
  last_name_wrong: "This last name is not taken. Write it another way.",
  company_wrong: "This company is not taken. Write it another way.",
  address1_wrong: "This street is not taken. Write it another way.",
  address2_wrong: "This line is not taken. Write it another way.",
  city_wrong: "This city is not taken. Write it another way.",
  zip_wrong: "This postal code does not fit the country. Correct it.",
  province_wrong: "This state or province is not one of the country. Choose another one.",
  country_wrong: "It is not shipped to this country. Choose another one.",
  phone_wrong: "This is no telephone number. Correct it, or leave it out.",
  too_long: "{field}: at most {most} characters.",

  any_input: "Something that was entered is not right. Check it, then send it again.",
  any_missing: "This subscription can't be found any more. Reload the page, or ask the store.",
  any_hurry: "That was too often. Wait a minute, then try again.",
  any_outage: "The store does not answer just now. Try again.",
  any_refusal: "The store cannot do that just now. Try again later, or ask the store.",
};
