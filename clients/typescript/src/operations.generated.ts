// Written by scripts/clients/generate-typescript-client.ts from the OpenAPI document. Change the routes and run npm run
// generate; do not change this file.

export type AnalyticsOverview = { /** As it was asked for. */ "period": string; /** The first day, in the store's zone. */ "from": string; /** The last day, which is today. */ "to": string; /** The store's, of all amounts. */ "currency": string; /** The plan that the figures are about; null for all. */ "plan_id": string | null; /** Customers with a membership. */ "members": { /** Members who are active now. */ "active": number; /** Whose first membership began in the period. */ "new": number; /** Whose last membership ended in the period. */ "cancelled": number; /** Of the members at the beginning of the period, the share that has ended since. */ "churn_rate": number | null }; /** Memberships and product subscriptions. */ "subscriptions": { /** Active now. */ "active": number; /** Paused now. */ "paused": number; /** Begun in the period. */ "new": number; /** Ended in the period. */ "cancelled": number }; /** What was sold. */ "revenue": { /** What the orders of the period cost when they were placed: all orders, without later refunds. With a plan: orders that began or renewed one of its subscriptions. */ "total": string; /** The part of it that renewals brought. */ "recurring": string; /** What the active subscriptions will bring a month, net of recurring discounts, without delivery and one-off amounts. */ "mrr": string; /** `total` by the number of orders; null without any. */ "average_order_value": string | null }; /** Charges of subscriptions. */ "billing": { /** Charges tried in the period. */ "attempts": number; /** Of them, paid. */ "successful": number; /** Of them, failed. The others are pending. */ "failed": number; /** Paid among those that have ended. */ "success_rate": number | null; /** Cycles that were paid after a charge of theirs had failed. */ "recovered": number }; /** Store credit of all plans. */ "store_credit": { /** Given in the period. */ "issued": string; /** Spent in the period, less what came back. */ "used": string; /** Expired unused. */ "expired": string; /** Forfeited when a membership ended. */ "forfeited": string; /** What customers have now. */ "outstanding": string }; /** How shoppers who wanted to cancel were kept. */ "retention": { /** Shoppers who began to cancel. */ "cancel_flows": number; /** Of them, those who were shown an offer. */ "offers_shown": number; /** Offers accepted in the period, in a flow or by another way. */ "offers_accepted": number; /** Shoppers who began to cancel and stayed. */ "saved": number; /** Saved among the flows that came to an end. */ "save_rate": number | null }; /** One entry a day, oldest first. */ "series": ({ /** A day in the store's zone. */ "date": string; /** Of all orders of the day, whatever the plan. */ "revenue": string; /** Whose first membership began that day. */ "new_members": number; /** Whose last membership ended that day. */ "cancelled_members": number; /** Charges tried that day that failed. */ "failed_attempts": number })[] };

export type Meta = { /** How many records match, on all pages together; 1 for a single record. */ "total": number; /** The most that a page holds, as it was asked for. */ "limit": number; /** How many matching records come before this page. */ "offset": number; /** Whether records follow after this page. */ "has_more": boolean };

export type BillingAttempt = { /** The attempt, `bat_` and a number. */ "id": string; /** The subscription that was charged. */ "subscription_id": string; /** Pending while the platform works on it, and while the customer has to confirm the payment. */ "status": "success" | "failed" | "pending"; /** What was charged, a decimal text in `currency`: the order's total once it is paid, before that what the contract's next charge came to. */ "amount": string; /** The currency of the amount, ISO 4217. */ "currency": string; /** Counts the attempts of one billing cycle, from 1. */ "attempt_number": number; /** The failed attempt that somebody asked to repeat; null for the app's own attempts. */ "retry_of": string | null; /** The platform's code for why it failed; null unless it failed. */ "error_code": string | null; /** The same as an English sentence; null unless it failed. */ "error_message": string | null; /** Whether the app is going to charge again because this attempt failed: true only for the latest attempt of a cycle that is still owed. */ "will_retry": boolean; /** When it charges again, in UTC; null when `will_retry` is false. Past only for the moments until a charge that is due is made. */ "next_retry_at": string | null; /** The order that the charge made; null unless it was paid. */ "order_gid": string | null; /** When the attempt was made, in UTC. */ "created_at": string; /** When it ended, in UTC and never before `created_at`; null while it is pending. */ "completed_at": string | null };

export type LoyaltyAction = { /** As it was reported. */ "event_id": string; /** The customer's number on the platform, in digits. */ "customer_id": string; /** The same customer as a gid. */ "platform_customer_gid": string; /** As it was reported. */ "action_key": string; /** The type of the rules that count it. */ "counts_as": "custom_action" | "reviews" | "social" | "referral"; /** When it was reported first, in UTC; it counts from then. */ "created_at": string };

export type Member = { /** The member, `mem_` and a number. One customer has one member, however many memberships they have. */ "id": string; /** The customer's number on the platform, in digits. */ "customer_id": string; /** The same customer as a gid. */ "platform_customer_gid": string; /** The customer's e-mail address on the platform; null where they have none, and once their data was erased. */ "email": string | null; /** The customer's first name on the platform; null without one. */ "first_name": string | null; /** The customer's last name on the platform; null without one. */ "last_name": string | null; /** The best of the customer's memberships: active before paused before cancelled. */ "status": "active" | "paused" | "cancelled"; /** The plan of the membership that the state comes from, `plan_` and a number; null where the app does not know the plan. */ "plan_id": string | null; /** That plan's name, as it stands on the contract. */ "plan_name": string; /** Points that can be spent now; expired ones are not counted. */ "loyalty_points": number; /** Loyalty tier; null in none. */ "tier": string | null; /** Store credit that can be spent now, a decimal text in `currency`; what a checkout has reserved is not in it. */ "store_credit_balance": string; /** The store's currency, ISO 4217. */ "currency": string; /** When the first membership began. ISO 8601 in UTC. */ "joined_at": string; /** When the membership that the state comes from was paused, in UTC; null unless `status` is paused. */ "paused_at": string | null; /** When the last membership was cancelled, in UTC; null unless `status` is cancelled. */ "cancelled_at": string | null; /** When the app first knew of the member, in UTC. */ "created_at": string; /** When a membership of theirs, or the member by a PATCH, last changed, in UTC. Credit and points do not change it. */ "updated_at": string };

export type StoreCredit = { /** The customer's number on the platform, in digits. */ "customer_id": string; /** The same customer as a gid. */ "platform_customer_gid": string; /** The customer's e-mail address; null where they have none. */ "email": string | null; /** The store's currency, ISO 4217, of every amount here. */ "currency": string; /** What can be spent now, a decimal text; what a checkout has reserved is not in it. */ "balance": string; /** What checkouts and renewals under way have reserved, a decimal text. */ "in_use_at_checkout": string; /** All that was ever given, a decimal text. */ "lifetime_issued": string; /** Spent on orders, less what came back, a decimal text. Deductions and expiry are in neither total. */ "lifetime_used": string; /** The part of the balance that expires first; null when nothing expires. */ "next_expiry": { /** How much of the balance ends then, a decimal text. */ "amount": string; /** The instant at which it ends, in UTC. */ "date": string } | null; /** When the account last changed, in UTC; for a customer who never had credit, since when the app knows them. */ "updated_at": string };

export type CreditTransaction = { /** The transaction, `crt_` and a number. */ "id": string; /** What kind of movement it is. */ "type": "membership_credit" | "redemption" | "redemption_returned" | "manual_admin_adjustment" | "reconciled" | "forfeit" | "expired" | "loyalty_reward" | "retention_offer" | "dispute" | "promotional_or_imported" | "taken_back_for_refund"; /** The same as the code that the Data API shows. */ "type_code": number; /** On hold while a checkout or a renewal has reserved it; then it is posted or gone. */ "status": "posted" | "on_hold"; /** Always money here: this history has no points. */ "unit": "money" | "points"; /** What moved, a signed decimal text with two places: negative for what was taken. */ "amount": string; /** What could be spent after it, a decimal text. */ "balance_after": string; /** A sentence for the customer's history. */ "message": string; /** The reason that whoever changed the credit has given; null for the movements that the app makes by itself. */ "reason": string | null; /** The order that it belongs to; null without one. */ "order_gid": string | null; /** That order's name; null without one. */ "order_name": string | null; /** When the credit that was given ends, in UTC, the earliest part of it; null when it does not end, and for what was taken. */ "expires_at": string | null; /** When it moved, in UTC. */ "created_at": string };

export type CreditChange = { /** The customer's number on the platform, in digits. */ "customer_id": string; /** The same customer as a gid. */ "platform_customer_gid": string; /** The customer's e-mail address; null where they have none. */ "email": string | null; /** The store's currency, ISO 4217, of every amount here. */ "currency": string; /** What can be spent now, a decimal text; what a checkout has reserved is not in it. */ "balance": string; /** What checkouts and renewals under way have reserved, a decimal text. */ "in_use_at_checkout": string; /** All that was ever given, a decimal text. */ "lifetime_issued": string; /** Spent on orders, less what came back, a decimal text. Deductions and expiry are in neither total. */ "lifetime_used": string; /** The part of the balance that expires first; null when nothing expires. */ "next_expiry": { /** How much of the balance ends then, a decimal text. */ "amount": string; /** The instant at which it ends, in UTC. */ "date": string } | null; /** When the account last changed, in UTC; for a customer who never had credit, since when the app knows them. */ "updated_at": string; /** The movement that this request has made. */ "transaction": CreditTransaction };

export type Subscription = { /** The subscription, `sub_` and a number. */ "id": string; /** The contract's number on the platform, in digits. */ "platform_contract_id": string; /** The customer's number on the platform, in digits; null where the contract has no customer any more. */ "customer_id": string | null; /** The same customer as a gid; null where `customer_id` is. */ "platform_customer_gid": string | null; /** The customer's e-mail address; null where they have none, and once their data was erased. */ "email": string | null; /** What is subscribed to, by the kind of the plan's group. A contract whose plan the app does not know counts as product. */ "kind": "membership" | "product"; /** Active also while a failed charge is being recovered; cancelled also when the contract has expired. */ "status": "active" | "paused" | "cancelled"; /** The plan, `plan_` and a number; null where the app does not know it. */ "plan_id": string | null; /** The plan's name, as it stands on the contract. */ "plan_name": string; /** What the goods of one billing cycle cost before discounts, a decimal text in `currency`; without delivery. */ "price": string; /** The contract's currency, ISO 4217. */ "currency": string; /** The unit of the time between two charges. */ "interval_name": "day" | "week" | "month" | "year"; /** How many of these units lie between two charges. */ "interval_count": number; /** An extension of the contract. Of a prepaid subscription, whose charge pays for several deliveries: the unit of the time between two of them. Null where each charge brings its own delivery. */ "delivery_interval_name": "day" | "week" | "month" | "year" | null; /** An extension of the contract. How many of these units lie between two deliveries; null where each charge brings its own. */ "delivery_interval_count": number | null; /** When it is charged next, in UTC. While it is paused: the first charge after it has resumed by itself, and null where the pause has no end. Null once cancelled. In the past only while a charge is due or has failed. */ "next_billing_date": string | null; /** When it resumes by itself, in UTC; null unless it is paused for a set time. */ "paused_until": string | null; /** The alias of the reason that was given; null unless it is cancelled, and where no reason was given. */ "cancel_reason": "too_expensive" | "not_using_enough" | "enough_items" | "not_need_subscription" | "not_found_products" | "order_issues" | "technical_issues" | "use_another_service" | "other" | null; /** The retention offer that is active on it; null without one. */ "active_offer": { /** The offer's name when it was accepted. */ "name": string; /** Its type: discount_price, change_frequency, add_store_credits or pause. */ "type": string; /** Always Active here. */ "status": string } | null; /** When the contract began on the platform, in UTC. */ "created_at": string; /** When it was cancelled or had expired, in UTC; null before. */ "cancelled_at": string | null; /** When the app last recorded a change of it, in UTC. */ "updated_at": string };

export type CollectedMembers = ({ /** The customer. */ "platform_customer_gid": string; /** The customer's e-mail address; empty where they have none. */ "email": string; /** Store credit that can be spent now: two decimals, in the store's currency. */ "balance_from_subscribfy": string })[];

export type CollectedCredits = Record<string, (CollectedCredit)[]>;

export type CollectedCredit = { /** The customer. */ "platform_customer_gid": string; /** What happened, for the customer. */ "body": string; /** What moved: two decimals, in the store's currency, negative for what was taken. */ "value": string; /** The balance after it: two decimals. */ "total": string; /** `0` for what is posted, `1` for what is on hold. */ "status": string; /** When it moved, `Y-m-d H:i` in the store's zone. */ "created_at": string; /** The order that it belongs to; left out where there is none. */ "order_name"?: string };

export type CollectedActivities = ({ /** The customer; empty where the contract has none any more. */ "platform_customer_gid": string; /** The contract's number on the platform. */ "contract_id": number; /** What happened, as an English sentence. */ "text": string; /** What the shopper wrote in the cancel flow that led to it; else empty. */ "notes": string; /** The name of the plan's group; empty where the app does not know it. */ "plan_group_name": string; /** The plan's name, as it stands on the contract. */ "plan_name": string; /** When it happened, `Y-m-d H:i` in the store's zone. */ "created_at": string })[];

export type CollectedContracts = ({ /** When the contract began, `Y-m-d H:i` in the store's zone. */ "created_at": string; /** The contract's number on the platform. */ "contract_id": number; /** Its state; expired contracts are cancelled. */ "status": "active" | "paused" | "cancelled"; /** What the goods of one billing cycle cost: two decimals, in `currency_code`. */ "price": string; /** The contract's currency, ISO 4217. */ "currency_code": string; /** The price by the rate of the contract's latest order; empty for one in another currency without an order. */ "price_in_store_currency": string; /** The plan's name. */ "type": string; /** The unit of the time between two charges. */ "interval_name": "DAY" | "WEEK" | "MONTH" | "YEAR"; /** How many of these units lie between two charges. */ "interval_count": number; /** The day of the month; for weeks the weekday's English name; for days an empty text. */ "billing_day": string; /** The customer; empty where the contract has none any more. */ "platform_customer_gid": string })[];

export type CancellationRow = { /** The customer. */ "platform_customer_gid": string; /** The customer's address. */ "customer_email": string; /** The name of the plan's group; the plan's own where it has none. */ "subscription_plan_name": string; /** When it was cancelled. `Y-m-d H:i` in the store's zone; empty without one. */ "cancel_date": string; /** The reason's title; `Withdrawn from contract` where the customer has used the legal right of withdrawal. */ "cancel_reason": string };

export type CursorMeta = { /** How many rows a page holds at most. */ "per_page": number; /** The internal id of the page's last row: send it as since_id for the next page. On an empty page, the since_id that was sent. */ "last_id": number; /** Whether rows follow after this page. */ "has_more": boolean; /** The store's zone, which the dates in the rows are of. */ "timezone": string };

export type CreditsHistoryRow = { /** The customer; empty once the customer's data was erased. */ "platform_customer_gid": string; /** What happened, for the customer. */ "body": string; /** What moved: two decimals, negative for what was taken; money in the store's currency, or points. */ "value": string; /** What moved: store credit or points. */ "unit": "money" | "points"; /** 0 for what is posted, 1 for what is on hold. */ "status": number; /** When it moved, `Y-m-d H:i` in the store's zone. */ "created_at": string; /** The order that it belongs to; left out where there is none. */ "order_name"?: string };

export type PageMeta = { /** The number of this page, from 1. */ "current_page": number; /** How many rows a full page holds. */ "per_page": number };

export type CustomerRow = { /** The customer. */ "platform_customer_gid": string; /** The customer's address. */ "customer_email": string; /** The kind of the customer's newest contract: VIP or Product Subscription; PAYG without one. */ "membership_type": string; /** The best state of the customer's memberships; empty without one. */ "current_status": string; /** The day on which the membership was paused; empty unless it is paused, and for a pause from before the installation, which the platform does not date. `Y-m-d` in the store's zone; empty without one. */ "date_paused": string; /** The day on which credit was last given. Credit that ends with its offer is taken, not given. `Y-m-d` in the store's zone; empty without one. */ "date_of_last_charge": string; /** The day on which the first membership began. `Y-m-d` in the store's zone; empty without one. */ "membership_start_date": string; /** The last day that any membership is paid for. Of one that was cancelled before the installation, a billing cycle after its last order; empty where the platform shows no order. `Y-m-d` in the store's zone; empty without one. */ "membership_end_date": string; /** Store credit that can be spent. Two decimals. */ "available_current_balance": string; /** All credit that was given, less what ended with its offer. Two decimals. */ "total_store_credits_charged": string; /** Credit that paid for orders, less what came back. Two decimals. */ "total_store_credit_used": string; /** Credit taken back for disputes. Two decimals. */ "total_store_credit_disputed": string; /** Credit taken back for refunds. Two decimals. */ "total_store_credit_refunded": string; /** Credit forfeited. Two decimals. */ "total_store_credit_forfeit": string; /** The day of the latest forfeit. `Y-m-d` in the store's zone; empty without one. */ "last_store_forfeit_date": string; /** Forfeits, a line each: date | amount | note. */ "store_forfeit_history": string; /** Credit corrected by hand, up and down together. Two decimals. */ "total_store_credit_reconciled": string; /** The day of the latest correction. `Y-m-d` in the store's zone; empty without one. */ "last_store_reconciled_date": string; /** Corrections, a line each: date | amount | note. */ "store_reconciled_history": string; /** The country of the customer's latest order that has one. */ "country_code": string; /** The province or state of that order. */ "province": string; /** Whether an automatic charge of the customer ever failed: Yes or No. */ "auto_charge_failed": string; /** Failed charges of memberships, a line each: date | amount | reason. */ "failure_reasons": string; /** The reason's title of the membership that was cancelled last. */ "cancel_reason": string; /** Failed charges of product subscriptions, a line each. */ "ps_failure_reasons": string; /** The reason's title of the product subscription that was cancelled last. */ "ps_cancel_reason": string; /** How many product subscriptions there ever were. */ "ps_total_contracts": string; /** How many of them are active. */ "ps_active_contracts": string; /** Beginnings, pauses, resumptions and ends of memberships, a line each: date | state | note. The state is the customer's after it. A pause from before the installation has the instant at which it was first seen. */ "vip_status_history": string };

export type MemberRow = { /** The customer. */ "platform_customer_gid": string; /** The customer's address. */ "email": string; /** Store credit that can be spent. Two decimals. */ "balance_from_subscribfy": string; [field: string]: string };

export type OrderRow = { /** The customer; empty for a guest, and once the customer's data was erased. */ "platform_customer_gid": string; /** The customer's address, else the one on the order. */ "customer_email": string; /** The name on the order's addresses. */ "customer_name": string; /** The order. */ "order_id": string; /** The order's name, such as #1042. */ "order_name": string; /** When the order was placed. `Y-m-d H:i` in the store's zone; empty without one. */ "order_date": string; /** The platform's financial status, in lower case. */ "financial_status": string; /** The gateways that processed the payment, joined by commas. */ "payment_gateway": string; /** The day of the latest refund. `Y-m-d` in the store's zone; empty without one. */ "refund_date": string; /** The day of the customer's first order. `Y-m-d` in the store's zone; empty without one. */ "customer_first_order_date": string; /** The day of the customer's first order with a membership; a trial's fee counts. `Y-m-d` in the store's zone; empty without one. */ "customer_first_vip_order_date": string; /** The day of the customer's first order tagged recharge. `Y-m-d` in the store's zone; empty without one. */ "customer_first_recharge_order_date": string; /** VIP, Product Subscription or PAYG. */ "checkout_type": string; /** That of the customer's first order. */ "checkout_type_first_order": string; /** The order's total at the sale, in the store's currency; refunds do not reduce it. Two decimals. */ "revenue": string; /** The tax in that total. Two decimals. */ "tax": string; /** The store's currency at the sale. */ "currency": string; /** New-vip, New-SubsProd, recharge, SubsProd-Recharge or trial fee; empty for a plain order. */ "order_tag": string; /** The discount codes, joined by commas; codes of store credit are left out. */ "coupon_code": string; /** What each of them took off, in the same order, two decimals each, joined by commas. */ "coupon_code_amount": string; /** Store credit that paid for the order, in the store's currency. Two decimals. */ "store_credit_used": string; /** On orders of a renewal: Dispute, or refunded, partially_refunded or voided. */ "autocharge_status": string; /** The state of the latest dispute. */ "dispute_status": string; /** The day on which it was opened. `Y-m-d` in the store's zone; empty without one. */ "dispute_initiated_date": string; /** The day on which we last saw it change. `Y-m-d` in the store's zone; empty without one. */ "dispute_last_updated_date": string; /** Its reason, as the platform names it. */ "dispute_reason": string; /** The order attribute brand. */ "brand": string; /** Credit taken back because the order was refunded, voided or disputed, in the store's currency. Two decimals. */ "store_credit_deducted": string; /** The day on which it was last taken back; empty where a won dispute gave all of it back. `Y-m-d` in the store's zone; empty without one. */ "deduction_date": string; /** The sales channel's name on the platform. */ "sales_channel": string; /** How many automatic charges had failed before the one that made the order. */ "auto_charge_failed_count": string; /** These charges, a line each: date | amount | reason. */ "auto_charge_failure_reasons": string; /** The day of the customer's first order with a product subscription. `Y-m-d` in the store's zone; empty without one. */ "customer_first_ps_order_date": string; /** The day of the customer's first renewal of a product subscription. `Y-m-d` in the store's zone; empty without one. */ "customer_first_ps_recharge_order_date": string; /** The country of the shipping address. */ "country_code": string; /** Its province or state. */ "province": string };

export type CreditLedgerRow = { /** The customer; empty once the customer's data was erased. */ "platform_customer_gid": string; /** What kind of movement it is: 1 membership credit, 2 redemption, 3 redemption returned, 4 manual adjustment, 5 reconciled, 6 forfeit, 7 expired, 8 loyalty reward, 9 retention offer, 10 dispute, 11 promotion or import, 12 taken back for a refund. */ "type": number; /** What happened, for the customer. */ "message": string; /** The amount in the store's currency, negative for what was taken. Two decimals. */ "value": string; /** How much of the order was paid with credit; empty unless it is a redemption. Two decimals. */ "redeemed_from_subscribfy": string; /** The order that it belongs to. */ "order_gid": string; /** The day on which it was posted. `Y-m-d` in the store's zone; empty without one. */ "created_at": string; /** Where credit was used: checkout or renewal. */ "used_in": string };

export type SubscriptionRow = { /** The customer. */ "platform_customer_gid": string; /** The customer's address. */ "customer_email": string; /** The customer's name. */ "customer_name": string; /** The contract's number on the platform. */ "platform_contract_id": string; /** ACTIVE, PAUSED or CANCELLED. */ "status": string; /** The plan's name. */ "type": string; /** What a billing cycle's goods cost in the contract's currency, without a one-off discount. Two decimals. */ "price": string; /** The contract's currency. */ "currency": string; /** The day on which it began, at the app before for one that was imported. `Y-m-d` in the store's zone; empty without one. */ "start_date": string; /** The day on which it was cancelled. `Y-m-d` in the store's zone; empty without one. */ "cancelled_date": string; /** The day of the last billing attempt, paid or failed; the checkout is none. `Y-m-d` in the store's zone; empty without one. */ "last_charge_date": string; /** Successful or Failed; empty while it runs, and where no charge was ever attempted. */ "last_charge_status": string; /** The day of the next charge; while it is paused, of the first one after the pause, if that has an end; empty once cancelled. `Y-m-d` in the store's zone; empty without one. */ "next_charge_date": string; /** DAY, WEEK, MONTH or YEAR. */ "interval_name": string; /** How many of these units lie between two charges. */ "interval_count": number; /** The state of the latest retention offer: Active or Cancelled. */ "churn_offer_status": string; /** That offer's type: discount_price, change_frequency, add_store_credits or pause; empty without an offer. */ "offer_type": string; /** What a billing cycle costs with that offer; empty without one. Two decimals. */ "price_with_offer": string; /** The day on which it was accepted. `Y-m-d` in the store's zone; empty without one. */ "offer_accepted_date": string; /** The day on which it was cancelled. `Y-m-d` in the store's zone; empty without one. */ "offer_cancel_date": string };

export type CompletionProgress = { /** What counts so far. */ "current": number; /** What has to be reached. */ "required": number; /** Rounded down, at most 100. */ "percentage": number };

export type LoyaltyBirthday = { /** 1 is January. */ "month": number; /** Of the month; 29 February is kept on the 28th in years without it. */ "day": number; /** No reward for a birthday before this day, in the store's zone. */ "counts_from": string };

export type LoyaltyCoupon = { /** Internal id. */ "id": number; /** The discount on the platform. */ "platform_id": string; /** What the shopper enters. */ "discount_code": string; /** 1 active, 2 used, 3 expired, 0 disabled. */ "status": number; /** Orders that used it. */ "usage_count": number; /** When it ends, UTC; null never. */ "expires_at": string | null; /** When it was taken back, UTC; else null. */ "deleted_at": string | null; /** What it is. */ "info": { /** Coupon type. */ "type": "amount_off_products" | "amount_off_orders" | "buy_x_get_y" | "free_shipping" | "free_product"; /** A percentage or an amount in the store's currency; 0 for the other types. */ "amount": number; /** The rule that gave it. */ "rule_name": string }; /** Extension. What it is worth, as the rule said when it was given: reward_type, and the keys of that type. */ "reward_rules": Record<string, Record<string, unknown>>; /** When it was given, UTC. */ "created_at": string; /** When it changed last, UTC. */ "updated_at": string };

export type LoyaltyPointsEntry = { /** Internal id. */ "id": number; /** The day on which it happened, in the store's zone. */ "date": string; /** 2 redeemed, 3 returned because the reward could not be given, 4 adjusted by the store, 7 expired, 8 earned, 12 taken back; of the types of the Data API's `credits-history`. */ "type": number; /** Below zero for what was spent, expired or was taken back. */ "points": number; /** Whether it counts only once its order can no longer be sent back. */ "pending": boolean; /** The day from which pending points can be spent, in the store's zone; null for others, and for those that are taken back by now. */ "available_from": string | null; /** Of the rule, the tier or the reward that it is about; null without one. */ "name": string | null; /** What the store gave as the reason; null where it gave none. */ "reason": string | null; /** Of the order that it belongs to; else null. */ "order_name": string | null };

export type LoyaltyReceipt = { /** Internal id. */ "id": number; /** Pending until the store has looked at it; approved ones count. */ "status": "pending" | "approved" | "rejected"; /** Who sold it. */ "retailer": string; /** The receipt's day. */ "purchased_on": string; /** What it came to, a decimal text. */ "total": string; /** The store's currency, ISO 4217, of the total. */ "currency": string; /** Why it was rejected; else null. */ "reason": string | null; /** When it was sent in, UTC. */ "created_at": string };

export type LoyaltyReferral = { /** The customer's own code. */ "code": string; /** An address of the store that carries the code. */ "link": string; /** Friends whose order may still be sent back, or is being looked at. */ "waiting": number; /** Friends who count. */ "counted": number };

export type PointReward = { /** Internal id. */ "id": number; /** The merchant's name. */ "name": string; /** What it costs. */ "points": number; /** What it gives: reward_type, and the keys of that type. */ "reward_rules": Record<string, Record<string, unknown>> };

export type LoyaltyRule = { /** Internal id. */ "id": number; /** 1 active, 0 inactive. */ "status": number; /** What the rule rewards. */ "type": "birthday_reward" | "goal_spend" | "points_for_purchases" | "custom_action" | "punch_card" | "create_account" | "email_subscription" | "sms_subscription" | "anniversary_reward" | "social" | "referral" | "customer_tag" | "reviews" | "upload_receipt" | "membership_recharge_punch_card" | "product_recharge_punch_card"; /** The merchant's name for it. */ "name": string; /** The merchant's words for shoppers. */ "description": string; /** Settings, by type. Amounts in major units of the store's currency. */ "rules": Record<string, Record<string, unknown>>; /** What it gives: reward_type, and the keys of that type. */ "reward_rules": Record<string, Record<string, unknown>>; /** First day, in the store's zone. */ "start_date": string; /** Last day; null for ever. */ "end_date": string | null; /** Of the shopper who is logged in, on the single rule only; else null. */ "completion_progress": CompletionProgress | null };

export type AppliedOffer = { /** The offer as it was when it was accepted. */ "offer": Offer; /** What it has changed; its fields go with the type. */ "reward": { /** The discount on the contract. */ "gid": string; /** The discount's name on the contract. */ "title": string; /** What it lowers: the goods or the delivery. */ "target_type": "LINE_ITEM" | "SHIPPING_LINE"; /** For how many billing cycles it counts; null for all of them. */ "recurring_cycle_limit": number | null; /** In how many cycles it has counted so far. */ "usage_count": number; /** Whether a fixed amount is taken off each item. */ "applies_on_each_item": boolean; /** Whether the value is a percentage or an amount. */ "discount_type": "percentage" | "fixed_amount"; /** Percent, or an amount in the contract's currency. */ "value": number; /** When the discount left the contract, in UTC with microseconds; null while it is on it. */ "deleted_at": string | null } | { /** How many units lie between two charges now. */ "interval_count": number; /** The unit. */ "interval_name": "YEAR" | "MONTH" | "WEEK" | "DAY"; /** When it is charged next, in UTC with microseconds; null when the platform names no date. */ "next_billing_date": string | null } | { /** How much credit was given, a decimal text. */ "credit_amount": string; /** The store's currency, ISO 4217. */ "currency": string; /** What the customer could spend right after it, a decimal text. */ "store_credit_balance": string; /** When the credit ends, in UTC with microseconds; null when it does not end. */ "expires_at": string | null } | { /** When it resumes by itself, in UTC with microseconds. */ "paused_until": string }; /** Cancelled once the contract was cancelled, or the offer or its discount taken away. One that was used up stays Active. */ "status": "Active" | "Cancelled"; /** When it was cancelled, in UTC with microseconds; null while it is active. */ "deleted_at": string | null };

export type Offer = { /** The offer's number in this store. */ "id": number; /** The offer's name, as the merchant wrote it. */ "name": string; /** What the shopper reads about it; empty where the merchant wrote nothing. */ "description": string; /** What it does. The type pause is an extension of this product. */ "type": "discount_price" | "change_frequency" | "add_store_credits" | "pause"; /** How much; its fields go with the type. */ "rules": { /** Whether the value is a percentage or an amount. */ "discount_type": "percentage" | "fixed_amount"; /** Percent, or an amount in the store's currency. */ "discount_value": number } | { /** How many units lie between two charges. */ "interval_count": number; /** The unit. */ "interval_name": "year" | "month" | "week" | "day" } | { /** How much credit is given, a decimal text in the store's currency. */ "credit_amount": string } | { /** For how many billing intervals it is paused. */ "pause_cycles": number } };

export type CancellationReason = { /** The reason's number in this store. */ "id": number; /** The merchant's words, else the usual English ones. */ "title": string; /** What the merchant has written below the title; null without it. */ "description": string | null; /** What the reason is called in requests. */ "alias": "too_expensive" | "not_using_enough" | "enough_items" | "not_need_subscription" | "not_found_products" | "order_issues" | "technical_issues" | "use_another_service" | "other"; /** The active offers that a shopper with this reason gets, in the merchant's order. */ "offers": (Offer)[] };

/** A body without the key, which the client adds. */
type WithoutKey<T> = T extends unknown ? Omit<T, "key"> : never;

/** What each operation takes and answers, by its name. */
export interface Operations {
  /** The figures of a period. */
  getAnalyticsOverview: {
    input: { query?: { period?: "7d" | "30d" | "90d" | "365d"; plan_id?: string | number } };
    answer: { /** The record. */ "data": AnalyticsOverview; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Billing attempts, newest first. */
  listBillingAttempts: {
    input: { query?: { limit?: string | number; offset?: string | number; subscription_id?: string | number; status?: "success" | "failed" | "pending"; customer_id?: string | number; email?: string | number; created_after?: string | number; created_before?: string | number; date_from?: string | number; date_to?: string | number } };
    answer: { /** The records of the page, newest first. */ "data": (BillingAttempt)[]; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Retries a failed billing attempt at once. */
  retryBillingAttempt: {
    input: { path: { attempt_id: string | number }; body?: {  } };
    answer: { /** The record. */ "data": BillingAttempt; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Reports what a customer did elsewhere. */
  reportLoyaltyAction: {
    input: { body: { /** The customer's number on the platform, as a number or in digits, or gid://platform/Customer/<number>. */ "customer_id": number | string; /** What the customer did, in 1 to 100 characters; case matters. */ "action_key": string; /** Names the event in the system that reports it, in 1 to 255 characters. */ "event_id": string; /** With action_key `referral` alone: what the friend's first order came to after discounts, without tax and shipping, in major units of the store's currency. Without it the referral counts only where no least order is asked for. */ "order_amount"?: number } };
    answer: { /** The record. */ "data": LoyaltyAction; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Everyone who ever had a membership, newest first. */
  listMembers: {
    input: { query?: { limit?: string | number; offset?: string | number; status?: "active" | "paused" | "cancelled"; plan_id?: string | number; customer_id?: string | number; email?: string | number; created_after?: string | number; created_before?: string | number } };
    answer: { /** The records of the page, newest first. */ "data": (Member)[]; /** Which part of the list this is. */ "meta": Meta };
  };
  /** One member. */
  getMember: {
    input: { path: { member_id: string | number } };
    answer: { /** The record. */ "data": Member; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Changes a member. */
  updateMember: {
    input: { path: { member_id: string | number }; body: { /** The points that can be spent are set to this whole number, 0 or more. */ "loyalty_points"?: number; /** The new first name, at most 255 characters; null or an empty text removes it. */ "first_name"?: string | null; /** The new last name, at most 255 characters; null or an empty text removes it. */ "last_name"?: string | null } };
    answer: { /** The record. */ "data": Member; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Reads a customer's store credit, or adjusts it with a reason. */
  manageStoreCredit: {
    input: { body: WithoutKey<{ /** The API key; here and nowhere else. */ "key": string; /** The customer's number on the platform, as a number or in digits. */ "cid": number | string; /** That customer's e-mail address; case does not matter. */ "email": string; /** get reads the credit; update changes it. */ "action": "get" | "update"; /** In whole units of the store's currency: not 0, at most 2 decimals, at most 999999.99 either way. Negative takes credit away. Required to update. */ "update_value"?: number | string; /** Why, in 1 to 500 characters; kept in the customer's history. Required to update. */ "update_reason"?: string; /** What kind of change it is; all but a manual admin adjustment only take away. Required to update. */ "update_type"?: "manual admin adjustment" | "reconciled" | "forfeit" | "expired" }> };
    answer: { /** The customer's number on the platform. */ "cid": number; /** The store's currency, ISO 4217. */ "currency": string; /** The customer's e-mail address, as the platform has it. */ "email": string; /** What can be spent, in whole units of the store's currency; after an update, the balance after it. */ "store_credit_balance": number; /** What checkouts and renewals under way have reserved; only in the answer to get. */ "store_credit_in_use_at_checkout"?: number; /** Only in the answer to update. */ "result"?: { /** The update was made. */ "status": "success" } };
  };
  /** A customer's store credit. */
  getStoreCredit: {
    input: { path: { customer_id: string | number } };
    answer: { /** The record. */ "data": StoreCredit; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Adds store credit. */
  addStoreCredit: {
    input: { path: { customer_id: string | number }; body: { /** In the store's currency: above 0, at most 999999.99, with at most 2 decimals, or fewer where the currency has fewer. */ "amount": number; /** Why, in 1 to 500 characters. The customer reads it in their history. */ "reason": string; /** When the credit ends: an ISO 8601 instant with its offset, or YYYY-MM-DD for the end of that day in the store's zone. Null or left out: it does not end. */ "expires_at"?: string | null } };
    answer: { /** The record. */ "data": CreditChange; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Deducts store credit, as much as there is. */
  deductStoreCredit: {
    input: { path: { customer_id: string | number }; body: { /** In the store's currency: above 0, at most 999999.99, with at most 2 decimals, or fewer where the currency has fewer. */ "amount": number; /** Why, in 1 to 500 characters. The customer reads it in their history. */ "reason": string } };
    answer: { /** The record. */ "data": CreditChange; /** Which part of the list this is. */ "meta": Meta };
  };
  /** A customer's credit transactions, newest first. */
  listCreditTransactions: {
    input: { path: { customer_id: string | number }; query?: { limit?: string | number; offset?: string | number } };
    answer: { /** The records of the page, newest first. */ "data": (CreditTransaction)[]; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Subscriptions, newest first. */
  listSubscriptions: {
    input: { query?: { limit?: string | number; offset?: string | number; status?: "active" | "paused" | "cancelled"; plan_id?: string | number; customer_id?: string | number; email?: string | number; created_after?: string | number; created_before?: string | number } };
    answer: { /** The records of the page, newest first. */ "data": (Subscription)[]; /** Which part of the list this is. */ "meta": Meta };
  };
  /** One subscription. */
  getSubscription: {
    input: { path: { subscription_id: string | number } };
    answer: { /** The record. */ "data": Subscription; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Cancels a subscription for good. */
  cancelSubscription: {
    input: { path: { subscription_id: string | number }; body?: { /** The alias of a cancellation reason; null or left out: none is recorded. */ "reason"?: "too_expensive" | "not_using_enough" | "enough_items" | "not_need_subscription" | "not_found_products" | "order_issues" | "technical_issues" | "use_another_service" | "other" | null } };
    answer: { /** The record. */ "data": Subscription; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Pauses a subscription for a number of days. */
  pauseSubscription: {
    input: { path: { subscription_id: string | number }; body: { /** Whole days from now, 1 to 365. */ "duration": number } };
    answer: { /** The record. */ "data": Subscription; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Resumes a paused subscription. */
  resumeSubscription: {
    input: { path: { subscription_id: string | number }; body?: {  } };
    answer: { /** The record. */ "data": Subscription; /** Which part of the list this is. */ "meta": Meta };
  };
  /** Deprecated: exports everything of one topic at once. */
  collect: {
    input: { body: WithoutKey<{ /** The API key; here and nowhere else. */ "key": string; /** member: everyone who ever had a membership, with their store credit. store_credit_history: every movement of store credit, by customer. activity_log_m: the timeline of membership contracts. subscription_contract: all contracts, with their price and interval. */ "topic": "member" | "store_credit_history" | "activity_log_m" | "subscription_contract" }> };
    answer: CollectedMembers | CollectedCredits | CollectedActivities | CollectedContracts;
  };
  /** Cancelled contracts, with the reason. */
  listCancellationReasons: {
    input: { query?: { since_id?: string | number; since_date?: string | number } };
    answer: { /** The rows of the page, by ascending internal id. */ "data": (CancellationRow)[]; /** Where the page ends. */ "meta": CursorMeta };
  };
  /** Movements of credit and points, newest first. */
  listCreditsHistory: {
    input: { query?: { page?: string | number; platform_customer_gid?: string | number } };
    answer: { /** The rows of the page. */ "data": (CreditsHistoryRow)[]; /** Which page it is. */ "meta": PageMeta };
  };
  /** Customers, with their membership and their credit. */
  listCustomers: {
    input: { query?: { since_id?: string | number; platform_customer_gid?: string | number } };
    answer: { /** The rows of the page, by ascending internal id. */ "data": (CustomerRow)[]; /** Where the page ends. */ "meta": CursorMeta };
  };
  /** Everyone who ever had a membership. */
  listMemberRows: {
    input: { query?: { page?: string | number } };
    answer: { /** The rows of the page. */ "data": (MemberRow)[]; /** Which page it is. */ "meta": PageMeta };
  };
  /** Orders, each classified once. */
  listOrders: {
    input: { query?: { since_id?: string | number; since_date?: string | number } };
    answer: { /** The rows of the page, by ascending internal id. */ "data": (OrderRow)[]; /** Where the page ends. */ "meta": CursorMeta };
  };
  /** The store credit ledger, in the order of its ids. */
  listStoreCreditLedger: {
    input: { query?: { since_id?: string | number; since_date?: string | number } };
    answer: { /** The rows of the page, by ascending internal id. */ "data": (CreditLedgerRow)[]; /** Where the page ends. */ "meta": CursorMeta };
  };
  /** Subscriptions of memberships and products. */
  listSubscriptionRows: {
    input: { query?: { since_id?: string | number; since_date?: string | number } };
    answer: { /** The rows of the page, by ascending internal id. */ "data": (SubscriptionRow)[]; /** Where the page ends. */ "meta": CursorMeta };
  };
  /** Where a customer stands. */
  getLoyaltyCustomer: {
    input: { path: { platform_customer_id: string | number } };
    answer: { /** Where they stand. */ "data": { /** Customer id. */ "platform_customer_gid": string; /** Points to spend, never below zero. */ "points_balance": number; /** Points whose order may still be sent back. */ "points_pending": number; /** All points that were ever given, without those that were taken back. */ "lifetime_points": number; /** Name; null in none. */ "tier": string | null; /** The one above; null without one. */ "next_tier": string | null; /** What is missing, where points decide about tiers; else, and without a next tier, null. */ "points_to_next_tier": number | null; /** Extension. Null where the store has no tiers. */ "tier_standing": { /** Null in none. */ "tier_id": number | null; /** What counts today: points, minor units of the store's currency, or orders. */ "amount": number; /** How many decimals of the amount are in it: none of points and orders. */ "amount_digits": number; /** The day on which the tier is reviewed, in the store's zone. */ "review_on": string | null } | null; /** Every active rule, in the merchant's order. */ "rules": ({ /** Internal id. */ "id": number; /** Rule type. */ "type": string; /** The merchant's name. */ "name": string; /** Null where a rule has no notion of progress. */ "completion_progress": CompletionProgress | null })[]; /** Coupons that can be used now. */ "available_coupons": number } };
  };
  /** The birthday that a customer has named. */
  getLoyaltyBirthday: {
    input: { path: { platform_customer_id: string | number } };
    answer: { /** Null when none is known. */ "data": LoyaltyBirthday | null };
  };
  /** A customer names their birthday, once. */
  setLoyaltyBirthday: {
    input: { path: { platform_customer_id: string | number }; body: { /** 1 is January. */ "month": number; /** Of the month; 29 February is a day. */ "day": number } };
    answer: { /** As it is kept now. */ "data": LoyaltyBirthday };
  };
  /** A customer's coupons. */
  listLoyaltyCoupons: {
    input: { path: { platform_customer_id: string | number }; query?: { status?: string | number } };
    answer: { /** Newest first. */ "data": (LoyaltyCoupon)[] };
  };
  /** Why a customer's points have moved. */
  listLoyaltyPoints: {
    input: { path: { platform_customer_id: string | number } };
    answer: { /** Newest first. */ "data": (LoyaltyPointsEntry)[] };
  };
  /** Receipts that a customer has sent in. */
  listLoyaltyReceipts: {
    input: { path: { platform_customer_id: string | number } };
    answer: { /** Newest first. */ "data": (LoyaltyReceipt)[] };
  };
  /** A customer sends in a receipt of a purchase elsewhere. */
  uploadLoyaltyReceipt: {
    input: { path: { platform_customer_id: string | number }; query: { retailer: string | number; purchased_on: string | number; total: string | number }; /** The file, of one of these types: image/jpeg, image/png, image/webp, application/pdf. */ body: Blob };
    answer: { /** The receipt as it was taken. */ "data": LoyaltyReceipt };
  };
  /** Redeem points for a reward (extension). */
  redeemPoints: {
    input: { path: { platform_customer_id: string | number }; body: { /** From the list of what points can be redeemed for. */ "point_reward_id": number; /** The request's own, chosen by the caller: a UUID does. */ "key": string } };
    answer: { /** The redemption. */ "data": { /** Of this redemption. */ "id": number; /** What was chosen. */ "point_reward_id": number; /** What was paid. */ "points": number; /** What is left to spend. */ "points_balance": number; /** When it was redeemed first. ISO 8601 in UTC. */ "created_at": string } };
  };
  /** The code by which a customer refers friends. */
  getLoyaltyReferral: {
    input: { path: { platform_customer_id: string | number } };
    answer: { "data": LoyaltyReferral };
  };
  /** What points can be redeemed for (extension). */
  listPointRewards: {
    input: {  };
    answer: { /** What is offered. */ "data": (PointReward)[] };
  };
  /** Loyalty rules. */
  listLoyaltyRules: {
    input: { query?: { type?: "birthday_reward" | "goal_spend" | "points_for_purchases" | "custom_action" | "punch_card" | "create_account" | "email_subscription" | "sms_subscription" | "anniversary_reward" | "social" | "referral" | "customer_tag" | "reviews" | "upload_receipt" | "membership_recharge_punch_card" | "product_recharge_punch_card"; status?: string | number } };
    answer: { /** The rules. */ "data": (LoyaltyRule)[] };
  };
  /** One loyalty rule. */
  getLoyaltyRule: {
    input: { path: { rule_id: string | number } };
    answer: { /** The rule. */ "data": LoyaltyRule };
  };
  /** Offers applied to a contract. */
  listAppliedOffers: {
    input: { path: { contract_id: string | number } };
    answer: (AppliedOffer)[];
  };
  /** Activate an offer on a contract. */
  activateOffer: {
    input: { path: { contract_id: string | number; offer_id: string | number } };
    answer: AppliedOffer;
  };
  /** Cancellation reasons with their retention offers. */
  listChurnOffers: {
    input: { query?: { cancellation_reason?: "too_expensive" | "not_using_enough" | "enough_items" | "not_need_subscription" | "not_found_products" | "order_issues" | "technical_issues" | "use_another_service" | "other" } };
    answer: (CancellationReason)[];
  };
}

/** How each operation is called. */
export const operations = {
  getAnalyticsOverview: {"method":"GET","path":"/api/v1/analytics/overview","at":"service","key":"header","idempotent":false},
  listBillingAttempts: {"method":"GET","path":"/api/v1/billing-attempts","at":"service","key":"header","idempotent":false},
  retryBillingAttempt: {"method":"POST","path":"/api/v1/billing-attempts/{attempt_id}/retry","at":"service","key":"header","idempotent":true},
  reportLoyaltyAction: {"method":"POST","path":"/api/v1/loyalty/actions","at":"service","key":"header","idempotent":true},
  listMembers: {"method":"GET","path":"/api/v1/members","at":"service","key":"header","idempotent":false},
  getMember: {"method":"GET","path":"/api/v1/members/{member_id}","at":"service","key":"header","idempotent":false},
  updateMember: {"method":"PATCH","path":"/api/v1/members/{member_id}","at":"service","key":"header","idempotent":true},
  manageStoreCredit: {"method":"POST","path":"/api/v1/store-credit/manage","at":"service","key":"body","idempotent":true},
  getStoreCredit: {"method":"GET","path":"/api/v1/store-credits/{customer_id}","at":"service","key":"header","idempotent":false},
  addStoreCredit: {"method":"POST","path":"/api/v1/store-credits/{customer_id}/add","at":"service","key":"header","idempotent":true},
  deductStoreCredit: {"method":"POST","path":"/api/v1/store-credits/{customer_id}/deduct","at":"service","key":"header","idempotent":true},
  listCreditTransactions: {"method":"GET","path":"/api/v1/store-credits/{customer_id}/history","at":"service","key":"header","idempotent":false},
  listSubscriptions: {"method":"GET","path":"/api/v1/subscriptions","at":"service","key":"header","idempotent":false},
  getSubscription: {"method":"GET","path":"/api/v1/subscriptions/{subscription_id}","at":"service","key":"header","idempotent":false},
  cancelSubscription: {"method":"POST","path":"/api/v1/subscriptions/{subscription_id}/cancel","at":"service","key":"header","idempotent":true},
  pauseSubscription: {"method":"POST","path":"/api/v1/subscriptions/{subscription_id}/pause","at":"service","key":"header","idempotent":true},
  resumeSubscription: {"method":"POST","path":"/api/v1/subscriptions/{subscription_id}/resume","at":"service","key":"header","idempotent":true},
  collect: {"method":"POST","path":"/apps/service-api/v1/collection","at":"store","key":"form","idempotent":false},
  listCancellationReasons: {"method":"GET","path":"/apps/service-api/v1/data/cancellation-reasons","at":"store","key":"query","idempotent":false},
  listCreditsHistory: {"method":"GET","path":"/apps/service-api/v1/data/credits-history","at":"store","key":"query","idempotent":false},
  listCustomers: {"method":"GET","path":"/apps/service-api/v1/data/customers","at":"store","key":"query","idempotent":false},
  listMemberRows: {"method":"GET","path":"/apps/service-api/v1/data/members","at":"store","key":"query","idempotent":false},
  listOrders: {"method":"GET","path":"/apps/service-api/v1/data/orders","at":"store","key":"query","idempotent":false},
  listStoreCreditLedger: {"method":"GET","path":"/apps/service-api/v1/data/store-credits","at":"store","key":"query","idempotent":false},
  listSubscriptionRows: {"method":"GET","path":"/apps/service-api/v1/data/subscriptions","at":"store","key":"query","idempotent":false},
  getLoyaltyCustomer: {"method":"GET","path":"/apps/service-api/v1/loyalty/customers/{platform_customer_id}","at":"store","key":null,"idempotent":false},
  getLoyaltyBirthday: {"method":"GET","path":"/apps/service-api/v1/loyalty/customers/{platform_customer_id}/birthday","at":"store","key":null,"idempotent":false},
  setLoyaltyBirthday: {"method":"POST","path":"/apps/service-api/v1/loyalty/customers/{platform_customer_id}/birthday","at":"store","key":null,"idempotent":false},
  listLoyaltyCoupons: {"method":"GET","path":"/apps/service-api/v1/loyalty/customers/{platform_customer_id}/coupons","at":"store","key":null,"idempotent":false},
  listLoyaltyPoints: {"method":"GET","path":"/apps/service-api/v1/loyalty/customers/{platform_customer_id}/points","at":"store","key":null,"idempotent":false},
  listLoyaltyReceipts: {"method":"GET","path":"/apps/service-api/v1/loyalty/customers/{platform_customer_id}/receipts","at":"store","key":null,"idempotent":false},
  uploadLoyaltyReceipt: {"method":"POST","path":"/apps/service-api/v1/loyalty/customers/{platform_customer_id}/receipts","at":"store","key":null,"idempotent":false},
  redeemPoints: {"method":"POST","path":"/apps/service-api/v1/loyalty/customers/{platform_customer_id}/redemptions","at":"store","key":null,"idempotent":false},
  getLoyaltyReferral: {"method":"GET","path":"/apps/service-api/v1/loyalty/customers/{platform_customer_id}/referral","at":"store","key":null,"idempotent":false},
  listPointRewards: {"method":"GET","path":"/apps/service-api/v1/loyalty/point-rewards","at":"store","key":null,"idempotent":false},
  listLoyaltyRules: {"method":"GET","path":"/apps/service-api/v1/loyalty/rules","at":"store","key":null,"idempotent":false},
  getLoyaltyRule: {"method":"GET","path":"/apps/service-api/v1/loyalty/rules/{rule_id}","at":"store","key":null,"idempotent":false},
  listAppliedOffers: {"method":"GET","path":"/apps/service-api/v1/membership/churn/{contract_id}/offers","at":"store","key":"query","idempotent":false},
  activateOffer: {"method":"POST","path":"/apps/service-api/v1/membership/churn/{contract_id}/offers/{offer_id}/activation","at":"store","key":"query","idempotent":false},
  listChurnOffers: {"method":"GET","path":"/apps/service-api/v1/membership/churn/offers","at":"store","key":"query","idempotent":false},
} as const;
