// Written by scripts/admin-schema/generate-platform-types.ts from operations/*.graphql and the published Admin
// schema 2026-10. Change the operations and run that script; do not change this file.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AttributeInput = {
  key: string;
  value: string;
};

export type BillingAttemptUserErrorCode =
  | 'BILLING_CYCLE_CHARGE_BEFORE_EXPECTED_DATE'
  | 'BILLING_CYCLE_SKIPPED'
  | 'BLANK'
  | 'CONTRACT_NOT_FOUND'
  | 'CONTRACT_PAUSED'
  | 'CONTRACT_TERMINATED'
  | 'CONTRACT_UNDER_REVIEW'
  | 'CYCLE_INDEX_OUT_OF_RANGE'
  | 'CYCLE_START_DATE_OUT_OF_RANGE'
  | 'INVALID'
  | 'ORIGIN_TIME_BEFORE_CONTRACT_CREATION'
  | 'ORIGIN_TIME_OUT_OF_RANGE'
  | 'PROCESSING_FAILED'
  | 'THROTTLED'
  | 'UPCOMING_CYCLE_LIMIT_EXCEEDED';

export type BulkOperationErrorCode =
  | 'ACCESS_DENIED'
  | 'INTERNAL_SERVER_ERROR'
  | 'TIMEOUT';

export type BulkOperationStatus =
  | 'CANCELED'
  | 'CANCELING'
  | 'COMPLETED'
  | 'CREATED'
  | 'EXPIRED'
  | 'FAILED'
  | 'RUNNING';

export type BulkOperationUserErrorCode =
  | 'INVALID'
  | 'LIMIT_REACHED'
  | 'OPERATION_IN_PROGRESS';

export type CountryCode =
  | 'AC'
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AN'
  | 'AO'
  | 'AR'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PS'
  | 'PT'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TA'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'XK'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW'
  | 'ZZ';

export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BYR'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KID'
  | 'KMF'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LTL'
  | 'LVL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STD'
  | 'STN'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'USDC'
  | 'UYU'
  | 'UZS'
  | 'VED'
  | 'VEF'
  | 'VES'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XOF'
  | 'XPF'
  | 'XXX'
  | 'YER'
  | 'ZAR'
  | 'ZMW';

export type CustomerEmailMarketingConsentInput = {
  consentUpdatedAt?: string | null;
  marketingOptInLevel?: CustomerMarketingOptInLevel | null;
  marketingState: CustomerEmailMarketingState;
  sourceLocationId?: string | number | null;
};

export type CustomerEmailMarketingState =
  | 'INVALID'
  | 'NOT_SUBSCRIBED'
  | 'PENDING'
  | 'REDACTED'
  | 'SUBSCRIBED'
  | 'UNSUBSCRIBED';

export type CustomerInput = {
  /**
   * @deprecated Use the dedicated address mutations (`customerAddressCreate`, `customerAddressUpdate`, `customerAddressDelete`) instead.
   *
   */
  addresses?: Array<MailingAddressInput> | null;
  email?: string | null;
  emailMarketingConsent?: CustomerEmailMarketingConsentInput | null;
  firstName?: string | null;
  id?: string | number | null;
  lastName?: string | null;
  locale?: string | null;
  metafields?: Array<MetafieldInput> | null;
  multipassIdentifier?: string | null;
  note?: string | null;
  phone?: string | null;
  smsMarketingConsent?: CustomerSmsMarketingConsentInput | null;
  tags?: Array<string> | null;
  taxExempt?: boolean | null;
  taxExemptions?: Array<TaxExemption> | null;
  whatsAppMarketingConsent?: CustomerMarketingConsentInput | null;
};

export type CustomerMarketingConsentInput = {
  optInLevel?: CustomerMarketingOptInLevel | null;
  sourceLocationId?: string | number | null;
  state: CustomerMarketingConsentState;
  updatedAt?: string | null;
};

export type CustomerMarketingConsentState =
  | 'NEVER_SUBSCRIBED'
  | 'PENDING'
  | 'REDACTED'
  | 'SUBSCRIBED'
  | 'UNSUBSCRIBED';

export type CustomerMarketingOptInLevel =
  | 'CONFIRMED_OPT_IN'
  | 'SINGLE_OPT_IN'
  | 'UNKNOWN';

export type CustomerSmsMarketingConsentInput = {
  consentUpdatedAt?: string | null;
  marketingOptInLevel?: CustomerMarketingOptInLevel | null;
  marketingState: CustomerSmsMarketingState;
  sourceLocationId?: string | number | null;
};

export type CustomerSmsMarketingState =
  | 'NOT_SUBSCRIBED'
  | 'PENDING'
  | 'REDACTED'
  | 'SUBSCRIBED'
  | 'UNSUBSCRIBED';

export type DiscountAmountInput = {
  amount?: string | null;
  appliesOnEachItem?: boolean | null;
};

export type DiscountBuyerSelection =
  | 'ALL';

export type DiscountCodeBasicInput = {
  appliesOncePerCustomer?: boolean | null;
  code?: string | null;
  combinesWith?: DiscountCombinesWithInput | null;
  context?: DiscountContextInput | null;
  customerGets?: DiscountCustomerGetsInput | null;
  /** @deprecated Use `context` instead. */
  customerSelection?: DiscountCustomerSelectionInput | null;
  endsAt?: string | null;
  minimumRequirement?: DiscountMinimumRequirementInput | null;
  recurringCycleLimit?: number | null;
  startsAt?: string | null;
  tags?: Array<string> | null;
  title?: string | null;
  usageLimit?: number | null;
};

export type DiscountCodeBxgyInput = {
  appliesOncePerCustomer?: boolean | null;
  code?: string | null;
  combinesWith?: DiscountCombinesWithInput | null;
  context?: DiscountContextInput | null;
  customerBuys?: DiscountCustomerBuysInput | null;
  customerGets?: DiscountCustomerGetsInput | null;
  /** @deprecated Use `context` instead. */
  customerSelection?: DiscountCustomerSelectionInput | null;
  endsAt?: string | null;
  startsAt?: string | null;
  tags?: Array<string> | null;
  title?: string | null;
  usageLimit?: number | null;
  usesPerOrderLimit?: number | null;
};

export type DiscountCodeFreeShippingInput = {
  appliesOnOneTimePurchase?: boolean | null;
  appliesOnSubscription?: boolean | null;
  appliesOncePerCustomer?: boolean | null;
  code?: string | null;
  combinesWith?: DiscountCombinesWithInput | null;
  context?: DiscountContextInput | null;
  /** @deprecated Use `context` instead. */
  customerSelection?: DiscountCustomerSelectionInput | null;
  destination?: DiscountShippingDestinationSelectionInput | null;
  endsAt?: string | null;
  maximumShippingPrice?: string | null;
  minimumRequirement?: DiscountMinimumRequirementInput | null;
  recurringCycleLimit?: number | null;
  startsAt?: string | null;
  tags?: Array<string> | null;
  title?: string | null;
  usageLimit?: number | null;
};

export type DiscountCollectionsInput = {
  add?: Array<string | number> | null;
  remove?: Array<string | number> | null;
};

export type DiscountCombinesWithInput = {
  orderDiscounts?: boolean | null;
  productDiscounts?: boolean | null;
  productDiscountsWithTagsOnSameCartLine?: ProductDiscountsWithTagsOnSameCartLineInput | null;
  shippingDiscounts?: boolean | null;
};

export type DiscountContextInput =
  {   all: DiscountBuyerSelection; customerSegments?: never; customers?: never; markets?: never; }
  |  { all?: never;   customerSegments: DiscountCustomerSegmentsInput; customers?: never; markets?: never; }
  |  { all?: never; customerSegments?: never;   customers: DiscountCustomersInput; markets?: never; }
  |  { all?: never; customerSegments?: never; customers?: never;   markets: DiscountMarketsInput; };

export type DiscountCountriesInput = {
  add?: Array<CountryCode> | null;
  includeRestOfWorld?: boolean | null;
  remove?: Array<CountryCode> | null;
};

export type DiscountCustomerBuysInput = {
  isOneTimePurchase?: boolean | null;
  isSubscription?: boolean | null;
  items?: DiscountItemsInput | null;
  value?: DiscountCustomerBuysValueInput | null;
};

export type DiscountCustomerBuysValueInput = {
  amount?: string | null;
  quantity?: string | null;
};

export type DiscountCustomerGetsInput = {
  appliesOnOneTimePurchase?: boolean | null;
  appliesOnSubscription?: boolean | null;
  items?: DiscountItemsInput | null;
  value?: DiscountCustomerGetsValueInput | null;
};

export type DiscountCustomerGetsValueInput = {
  discountAmount?: DiscountAmountInput | null;
  discountOnQuantity?: DiscountOnQuantityInput | null;
  percentage?: number | null;
};

export type DiscountCustomerSegmentsInput = {
  add?: Array<string | number> | null;
  remove?: Array<string | number> | null;
};

export type DiscountCustomerSelectionInput = {
  all?: boolean | null;
  customerSegments?: DiscountCustomerSegmentsInput | null;
  customers?: DiscountCustomersInput | null;
};

export type DiscountCustomersInput = {
  add?: Array<string | number> | null;
  remove?: Array<string | number> | null;
};

export type DiscountEffectInput = {
  amount?: string | null;
  percentage?: number | null;
};

export type DiscountErrorCode =
  | 'ACTIVE_PERIOD_OVERLAP'
  | 'APPLIES_ON_NOTHING'
  | 'BLANK'
  | 'CONFLICT'
  | 'DISCOUNT_NOT_COMPATIBLE_WITH_CONDITION_TYPES'
  | 'DUPLICATE'
  | 'END_DATE_BEFORE_START_DATE'
  | 'EQUAL_TO'
  | 'EXCEEDED_MAX'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL_TO'
  | 'IMPLICIT_DUPLICATE'
  | 'INCLUSION'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS'
  | 'INVALID_DISCOUNT_CLASS_FOR_PRICE_RULE'
  | 'INVALID_PRODUCT_DISCOUNTS_FALSE_WITH_EXISTING_TAGS_ON_SAME_CART_LINE'
  | 'INVALID_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_FOR_DISCOUNT_CLASS'
  | 'INVALID_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_WITHOUT_PRODUCT_DISCOUNTS'
  | 'INVALID_TAG_LENGTH'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'MAX_APP_DISCOUNTS'
  | 'MINIMUM_SUBTOTAL_AND_QUANTITY_RANGE_BOTH_PRESENT'
  | 'MISSING_ARGUMENT'
  | 'MISSING_FUNCTION_IDENTIFIER'
  | 'MULTIPLE_FUNCTION_IDENTIFIERS'
  | 'MULTIPLE_RECURRING_CYCLE_LIMIT_FOR_NON_SUBSCRIPTION_ITEMS'
  | 'PRESENT'
  | 'PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_NOT_ENTITLED'
  | 'RECURRING_CYCLE_LIMIT_NOT_A_VALID_INTEGER'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_MANY_ARGUMENTS'
  | 'TOO_MANY_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE'
  | 'TOO_MANY_TAGS'
  | 'TOO_SHORT'
  | 'VALUE_OUTSIDE_RANGE';

export type DiscountItemsInput = {
  all?: boolean | null;
  collections?: DiscountCollectionsInput | null;
  products?: DiscountProductsInput | null;
};

export type DiscountMarketsInput = {
  add?: Array<string | number> | null;
  remove?: Array<string | number> | null;
};

export type DiscountMinimumQuantityInput = {
  greaterThanOrEqualToQuantity?: string | null;
};

export type DiscountMinimumRequirementInput = {
  quantity?: DiscountMinimumQuantityInput | null;
  subtotal?: DiscountMinimumSubtotalInput | null;
};

export type DiscountMinimumSubtotalInput = {
  greaterThanOrEqualToSubtotal?: string | null;
};

export type DiscountOnQuantityInput = {
  effect?: DiscountEffectInput | null;
  quantity?: string | null;
};

export type DiscountProductsInput = {
  productVariantsToAdd?: Array<string | number> | null;
  productVariantsToRemove?: Array<string | number> | null;
  productsToAdd?: Array<string | number> | null;
  productsToRemove?: Array<string | number> | null;
};

export type DiscountShippingDestinationSelectionInput = {
  all?: boolean | null;
  countries?: DiscountCountriesInput | null;
};

export type DiscountStatus =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'SCHEDULED';

export type DiscountTargetType =
  | 'LINE_ITEM'
  | 'SHIPPING_LINE';

export type DisputeStatus =
  | 'ACCEPTED'
  | 'CHARGE_REFUNDED'
  | 'LOST'
  | 'NEEDS_RESPONSE'
  | 'PREVENTED'
  | 'UNDER_REVIEW'
  | 'WON';

export type DisputeType =
  | 'CHARGEBACK'
  | 'INQUIRY';

export type FulfillmentStatus =
  | 'CANCELLED'
  | 'ERROR'
  | 'FAILURE'
  | 'OPEN'
  | 'PENDING'
  | 'SUCCESS';

export type MailingAddressInput = {
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  company?: string | null;
  /** @deprecated Use `countryCode` instead. */
  country?: string | null;
  countryCode?: CountryCode | null;
  firstName?: string | null;
  /** @deprecated Not needed for 90% of mutations, and provided separately where it is needed. */
  id?: string | number | null;
  lastName?: string | null;
  phone?: string | null;
  /** @deprecated Use `provinceCode` instead. */
  province?: string | null;
  provinceCode?: string | null;
  zip?: string | null;
};

export type MetafieldIdentifierInput = {
  key: string;
  namespace: string;
  ownerId: string | number;
};

export type MetafieldInput = {
  id?: string | number | null;
  key?: string | null;
  namespace?: string | null;
  type?: string | null;
  value?: string | null;
};

export type MetafieldsSetInput = {
  compareDigest?: string | null;
  key: string;
  namespace?: string | null;
  ownerId: string | number;
  type?: string | null;
  value: string;
};

export type MetafieldsSetUserErrorCode =
  | 'APP_NOT_AUTHORIZED'
  | 'BLANK'
  | 'CAPABILITY_VIOLATION'
  | 'INCLUSION'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'INVALID_COMPARE_DIGEST'
  | 'INVALID_TYPE'
  | 'INVALID_VALUE'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'PRESENT'
  | 'STALE_OBJECT'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_SHORT';

export type OrderDisplayFinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED';

export type OrderDisplayFulfillmentStatus =
  | 'FULFILLED'
  | 'FULFILLMENT_NOT_REQUIRED'
  | 'IN_PROGRESS'
  | 'ON_HOLD'
  | 'OPEN'
  | 'PARTIALLY_FULFILLED'
  | 'PENDING_FULFILLMENT'
  | 'REQUEST_DECLINED'
  | 'RESTOCKED'
  | 'SCHEDULED'
  | 'UNFULFILLED';

export type OrderTransactionErrorCode =
  | 'AMAZON_PAYMENTS_INVALID_PAYMENT_METHOD'
  | 'AMAZON_PAYMENTS_MAX_AMOUNT_CHARGED'
  | 'AMAZON_PAYMENTS_MAX_AMOUNT_REFUNDED'
  | 'AMAZON_PAYMENTS_MAX_AUTHORIZATIONS_CAPTURED'
  | 'AMAZON_PAYMENTS_MAX_REFUNDS_PROCESSED'
  | 'AMAZON_PAYMENTS_ORDER_REFERENCE_CANCELED'
  | 'AMAZON_PAYMENTS_STALE'
  | 'AMOUNT_TOO_LARGE'
  | 'AMOUNT_TOO_SMALL'
  | 'AUTHENTICATION_FAILED'
  | 'AUTHENTICATION_REQUIRED'
  | 'AUTHORIZATION_EXPIRED'
  | 'CALL_ISSUER'
  | 'CANCELLED_PAYMENT'
  | 'CARD_DECLINED'
  | 'CARD_TESTING'
  | 'CONFIG_ERROR'
  | 'DO_NOT_HONOR'
  | 'EXPIRED_CARD'
  | 'FRAUD_SUSPECTED'
  | 'GENERIC_ERROR'
  | 'INCORRECT_ADDRESS'
  | 'INCORRECT_CVC'
  | 'INCORRECT_NUMBER'
  | 'INCORRECT_PIN'
  | 'INCORRECT_ZIP'
  | 'INSTRUMENT_DECLINED'
  | 'INSUFFICIENT_FUNDS'
  | 'INVALID_AMOUNT'
  | 'INVALID_COUNTRY'
  | 'INVALID_CURRENCY'
  | 'INVALID_CVC'
  | 'INVALID_EXPIRY_DATE'
  | 'INVALID_NUMBER'
  | 'INVALID_PAYMENT_METHOD'
  | 'INVALID_PURCHASE_TYPE'
  | 'MERCHANT_ACCOUNT_ERROR'
  | 'MERCHANT_RULE'
  | 'PAYMENT_METHOD_UNAVAILABLE'
  | 'PAYMENT_METHOD_UNSUPPORTED'
  | 'PAYMENT_PROVIDER_ERROR'
  | 'PICK_UP_CARD'
  | 'PROCESSING_ERROR'
  | 'RETRY_DECLINED'
  | 'TEST_MODE_LIVE_CARD'
  | 'TRANSACTION_LIMIT_EXCEEDED'
  | 'UNSUPPORTED_FEATURE';

export type OrderTransactionKind =
  | 'AUTHORIZATION'
  | 'CAPTURE'
  | 'CHANGE'
  | 'EMV_AUTHORIZATION'
  | 'REFUND'
  | 'SALE'
  | 'SUGGESTED_REFUND'
  | 'VOID';

export type OrderTransactionStatus =
  | 'AWAITING_RESPONSE'
  | 'ERROR'
  | 'FAILURE'
  | 'PENDING'
  | 'SUCCESS'
  | 'UNKNOWN';

export type ProductDiscountsWithTagsOnSameCartLineInput = {
  add?: Array<string> | null;
  remove?: Array<string> | null;
};

export type ProductStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'DRAFT'
  | 'UNLISTED';

export type SellingPlanAnchorInput = {
  cutoffDay?: number | null;
  day?: number | null;
  month?: number | null;
  type?: SellingPlanAnchorType | null;
};

export type SellingPlanAnchorType =
  | 'MONTHDAY'
  | 'WEEKDAY'
  | 'YEARDAY';

export type SellingPlanBillingPolicyInput = {
  fixed?: SellingPlanFixedBillingPolicyInput | null;
  recurring?: SellingPlanRecurringBillingPolicyInput | null;
};

export type SellingPlanCategory =
  | 'OTHER'
  | 'PRE_ORDER'
  | 'SUBSCRIPTION'
  | 'TRY_BEFORE_YOU_BUY';

export type SellingPlanCheckoutChargeInput = {
  type?: SellingPlanCheckoutChargeType | null;
  value?: SellingPlanCheckoutChargeValueInput | null;
};

export type SellingPlanCheckoutChargeType =
  | 'PERCENTAGE'
  | 'PRICE';

export type SellingPlanCheckoutChargeValueInput = {
  fixedValue?: string | null;
  percentage?: number | null;
};

export type SellingPlanDeliveryPolicyInput = {
  fixed?: SellingPlanFixedDeliveryPolicyInput | null;
  recurring?: SellingPlanRecurringDeliveryPolicyInput | null;
};

export type SellingPlanFixedBillingPolicyInput = {
  checkoutCharge?: SellingPlanCheckoutChargeInput | null;
  remainingBalanceChargeExactTime?: string | null;
  remainingBalanceChargeTimeAfterCheckout?: string | null;
  remainingBalanceChargeTrigger?: SellingPlanRemainingBalanceChargeTrigger | null;
};

export type SellingPlanFixedDeliveryPolicyInput = {
  anchors?: Array<SellingPlanAnchorInput> | null;
  cutoff?: number | null;
  fulfillmentExactTime?: string | null;
  fulfillmentTrigger?: SellingPlanFulfillmentTrigger | null;
  intent?: SellingPlanFixedDeliveryPolicyIntent | null;
  preAnchorBehavior?: SellingPlanFixedDeliveryPolicyPreAnchorBehavior | null;
};

export type SellingPlanFixedDeliveryPolicyIntent =
  | 'FULFILLMENT_BEGIN';

export type SellingPlanFixedDeliveryPolicyPreAnchorBehavior =
  | 'ASAP'
  | 'NEXT';

export type SellingPlanFixedPricingPolicyInput = {
  adjustmentType?: SellingPlanPricingPolicyAdjustmentType | null;
  adjustmentValue?: SellingPlanPricingPolicyValueInput | null;
  id?: string | number | null;
};

export type SellingPlanFulfillmentTrigger =
  | 'ANCHOR'
  | 'ASAP'
  | 'EXACT_TIME'
  | 'UNKNOWN';

export type SellingPlanGroupInput = {
  appId?: string | null;
  description?: string | null;
  merchantCode?: string | null;
  name?: string | null;
  options?: Array<string> | null;
  position?: number | null;
  sellingPlansToCreate?: Array<SellingPlanInput> | null;
  sellingPlansToDelete?: Array<string | number> | null;
  sellingPlansToUpdate?: Array<SellingPlanInput> | null;
};

export type SellingPlanGroupResourceInput = {
  productIds?: Array<string | number> | null;
  productVariantIds?: Array<string | number> | null;
};

export type SellingPlanGroupUserErrorCode =
  | 'BILLING_AND_DELIVERY_POLICY_TYPES_MUST_BE_THE_SAME'
  | 'BILLING_POLICY_INTERVAL_TOO_LARGE'
  | 'BLANK'
  | 'CHECKOUT_CHARGE_VALUE_AND_TYPE_MUST_MATCH'
  | 'DELIVERY_POLICY_INTERVAL_TOO_LARGE'
  | 'EQUAL_TO'
  | 'ERROR_ADDING_RESOURCE_TO_GROUP'
  | 'FULFILLMENT_EXACT_TIME_NOT_ALLOWED'
  | 'FULFILLMENT_EXACT_TIME_REQUIRED'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL_TO'
  | 'GROUP_COULD_NOT_BE_DELETED'
  | 'GROUP_DOES_NOT_EXIST'
  | 'INCLUSION'
  | 'INVALID'
  | 'INVALID_INPUT'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'NOT_A_NUMBER'
  | 'NOT_FOUND'
  | 'ONLY_NEED_ONE_BILLING_POLICY_TYPE'
  | 'ONLY_NEED_ONE_CHECKOUT_CHARGE_VALUE'
  | 'ONLY_NEED_ONE_DELIVERY_POLICY_TYPE'
  | 'ONLY_NEED_ONE_PRICING_POLICY_TYPE'
  | 'ONLY_NEED_ONE_PRICING_POLICY_VALUE'
  | 'ONLY_ONE_OF_FIXED_OR_RECURRING_BILLING'
  | 'ONLY_ONE_OF_FIXED_OR_RECURRING_DELIVERY'
  | 'PLAN_DOES_NOT_EXIST'
  | 'PLAN_ID_MUST_BE_SPECIFIED_TO_UPDATE'
  | 'PRESENT'
  | 'PRICING_POLICY_ADJUSTMENT_VALUE_AND_TYPE_MUST_MATCH'
  | 'PRODUCT_DOES_NOT_EXIST'
  | 'PRODUCT_VARIANT_DOES_NOT_EXIST'
  | 'REMAINING_BALANCE_CHARGE_EXACT_TIME_NOT_ALLOWED'
  | 'REMAINING_BALANCE_CHARGE_EXACT_TIME_REQUIRED'
  | 'REMAINING_BALANCE_CHARGE_TIME_AFTER_CHECKOUT_MUST_BE_GREATER_THAN_ZERO'
  | 'REMAINING_BALANCE_CHARGE_TRIGGER_NO_REMAINING_BALANCE_ON_PARTIAL_PERCENTAGE_CHECKOUT_CHARGE'
  | 'REMAINING_BALANCE_CHARGE_TRIGGER_NO_REMAINING_BALANCE_ON_PRICE_CHECKOUT_CHARGE'
  | 'REMAINING_BALANCE_CHARGE_TRIGGER_ON_FULL_CHECKOUT'
  | 'RESOURCE_LIST_CONTAINS_INVALID_IDS'
  | 'SELLING_PLAN_ANCHORS_NOT_ALLOWED'
  | 'SELLING_PLAN_ANCHORS_REQUIRED'
  | 'SELLING_PLAN_BILLING_AND_DELIVERY_POLICY_ANCHORS_MUST_BE_EQUAL'
  | 'SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE'
  | 'SELLING_PLAN_BILLING_POLICY_MISSING'
  | 'SELLING_PLAN_COUNT_LOWER_BOUND'
  | 'SELLING_PLAN_COUNT_UPPER_BOUND'
  | 'SELLING_PLAN_DELIVERY_POLICY_MISSING'
  | 'SELLING_PLAN_DUPLICATE_NAME'
  | 'SELLING_PLAN_DUPLICATE_OPTIONS'
  | 'SELLING_PLAN_FIXED_PRICING_POLICIES_LIMIT'
  | 'SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES'
  | 'SELLING_PLAN_MISSING_OPTION2_LABEL_ON_PARENT_GROUP'
  | 'SELLING_PLAN_MISSING_OPTION3_LABEL_ON_PARENT_GROUP'
  | 'SELLING_PLAN_OPTION2_REQUIRED_AS_DEFINED_ON_PARENT_GROUP'
  | 'SELLING_PLAN_OPTION3_REQUIRED_AS_DEFINED_ON_PARENT_GROUP'
  | 'SELLING_PLAN_PRICING_POLICIES_LIMIT'
  | 'SELLING_PLAN_PRICING_POLICIES_MUST_CONTAIN_A_FIXED_PRICING_POLICY'
  | 'TAKEN'
  | 'TOO_BIG'
  | 'TOO_LONG'
  | 'TOO_SHORT'
  | 'WRONG_LENGTH';

export type SellingPlanInput = {
  billingPolicy?: SellingPlanBillingPolicyInput | null;
  category?: SellingPlanCategory | null;
  deliveryPolicy?: SellingPlanDeliveryPolicyInput | null;
  description?: string | null;
  id?: string | number | null;
  inventoryPolicy?: SellingPlanInventoryPolicyInput | null;
  metafields?: Array<MetafieldInput> | null;
  name?: string | null;
  options?: Array<string> | null;
  position?: number | null;
  pricingPolicies?: Array<SellingPlanPricingPolicyInput> | null;
};

export type SellingPlanInterval =
  | 'DAY'
  | 'MONTH'
  | 'WEEK'
  | 'YEAR';

export type SellingPlanInventoryPolicyInput = {
  reserve?: SellingPlanReserve | null;
};

export type SellingPlanPricingPolicyAdjustmentType =
  | 'FIXED_AMOUNT'
  | 'PERCENTAGE'
  | 'PRICE';

export type SellingPlanPricingPolicyInput = {
  fixed?: SellingPlanFixedPricingPolicyInput | null;
  recurring?: SellingPlanRecurringPricingPolicyInput | null;
};

export type SellingPlanPricingPolicyValueInput = {
  fixedValue?: string | null;
  percentage?: number | null;
};

export type SellingPlanRecurringBillingPolicyInput = {
  anchors?: Array<SellingPlanAnchorInput> | null;
  interval?: SellingPlanInterval | null;
  intervalCount?: number | null;
  maxCycles?: number | null;
  minCycles?: number | null;
};

export type SellingPlanRecurringDeliveryPolicyInput = {
  anchors?: Array<SellingPlanAnchorInput> | null;
  cutoff?: number | null;
  intent?: SellingPlanRecurringDeliveryPolicyIntent | null;
  interval?: SellingPlanInterval | null;
  intervalCount?: number | null;
  preAnchorBehavior?: SellingPlanRecurringDeliveryPolicyPreAnchorBehavior | null;
};

export type SellingPlanRecurringDeliveryPolicyIntent =
  | 'FULFILLMENT_BEGIN';

export type SellingPlanRecurringDeliveryPolicyPreAnchorBehavior =
  | 'ASAP'
  | 'NEXT';

export type SellingPlanRecurringPricingPolicyInput = {
  adjustmentType?: SellingPlanPricingPolicyAdjustmentType | null;
  adjustmentValue?: SellingPlanPricingPolicyValueInput | null;
  afterCycle: number;
  id?: string | number | null;
};

export type SellingPlanRemainingBalanceChargeTrigger =
  | 'EXACT_TIME'
  | 'NO_REMAINING_BALANCE'
  | 'ON_FULFILLMENT'
  | 'TIME_AFTER_CHECKOUT';

export type SellingPlanReserve =
  | 'ON_FULFILLMENT'
  | 'ON_SALE';

export type ShopifyPaymentsDisputeReason =
  | 'BANK_CANNOT_PROCESS'
  | 'CREDIT_NOT_PROCESSED'
  | 'CUSTOMER_INITIATED'
  | 'DEBIT_NOT_AUTHORIZED'
  | 'DUPLICATE'
  | 'FRAUDULENT'
  | 'GENERAL'
  | 'INCORRECT_ACCOUNT_DETAILS'
  | 'INSUFFICIENT_FUNDS'
  | 'NONCOMPLIANT'
  | 'PRODUCT_NOT_RECEIVED'
  | 'PRODUCT_UNACCEPTABLE'
  | 'SUBSCRIPTION_CANCELLED'
  | 'UNRECOGNIZED';

export type SubscriptionActor =
  | 'CUSTOMER'
  | 'MERCHANT'
  | 'PARTNER';

export type SubscriptionAtomicLineInput = {
  discounts?: Array<SubscriptionAtomicManualDiscountInput> | null;
  line: SubscriptionLineInput;
};

export type SubscriptionAtomicManualDiscountInput = {
  recurringCycleLimit?: number | null;
  title?: string | null;
  value?: SubscriptionManualDiscountValueInput | null;
};

export type SubscriptionBillingAttemptGeneralErrorCode =
  | 'CUSTOMER_INVALID'
  | 'CUSTOMER_NOT_FOUND'
  | 'FREE_GIFT_CARD_NOT_ALLOWED'
  | 'INVALID_BILLING_ADDRESS'
  | 'MERCHANT_ACCOUNT_ERROR'
  | 'NON_TEST_ORDER_LIMIT_REACHED'
  | 'PAYMENT_METHOD_INCOMPATIBLE_WITH_GATEWAY_CONFIG'
  | 'PAYMENT_METHOD_NOT_FOUND'
  | 'PAYMENT_METHOD_NOT_SPECIFIED'
  | 'PAYMENT_PROVIDER_IS_NOT_ENABLED';

export type SubscriptionBillingAttemptInput = {
  actor?: SubscriptionActor | null;
  billingCycleSelector?: SubscriptionBillingCycleSelector | null;
  idempotencyKey: string;
  inventoryPolicy?: SubscriptionBillingAttemptInventoryPolicy | null;
  originTime?: string | null;
  paymentProcessingPolicy?: SubscriptionBillingAttemptPaymentProcessingPolicy | null;
};

export type SubscriptionBillingAttemptInventoryErrorCode =
  | 'INSUFFICIENT_INVENTORY'
  | 'INVENTORY_ALLOCATIONS_NOT_FOUND';

export type SubscriptionBillingAttemptInventoryPolicy =
  | 'ALLOW_OVERSELLING'
  | 'PRODUCT_VARIANT_INVENTORY_POLICY';

export type SubscriptionBillingAttemptPaymentErrorCode =
  | 'AMOUNT_TOO_LARGE'
  | 'AMOUNT_TOO_SMALL'
  | 'AUTHENTICATION_ERROR'
  | 'AUTHENTICATION_FAILED'
  | 'AUTHENTICATION_REQUIRED'
  | 'BUYER_CANCELED_PAYMENT_METHOD'
  | 'CALL_ISSUER'
  | 'CANCELLED_PAYMENT'
  | 'CARD_DECLINED'
  | 'CARD_NUMBER_INCORRECT'
  | 'CONFIRMATION_REJECTED'
  | 'DO_NOT_HONOR'
  | 'EXPIRED_BUYER_ACTION'
  | 'EXPIRED_CARD'
  | 'EXPIRED_PAYMENT_METHOD'
  | 'FRAUD_SUSPECTED'
  | 'GENERIC_ERROR'
  | 'INCORRECT_ADDRESS'
  | 'INCORRECT_CVC'
  | 'INCORRECT_NUMBER'
  | 'INCORRECT_PIN'
  | 'INCORRECT_ZIP'
  | 'INSUFFICIENT_FUNDS'
  | 'INVALID_AMOUNT'
  | 'INVALID_CURRENCY'
  | 'INVALID_CUSTOMER_BILLING_AGREEMENT'
  | 'INVALID_CVC'
  | 'INVALID_EXPIRY_DATE'
  | 'INVALID_NUMBER'
  | 'INVALID_PAYMENT_METHOD'
  | 'INVALID_PURCHASE_TYPE'
  | 'INVALID_REQUEST'
  | 'INVALID_SHIPPING_ADDRESS'
  | 'INVOICE_ALREADY_PAID'
  | 'MERCHANT_RULE'
  | 'OFF_SESSION_REJECTED'
  | 'PAYMENT_METHOD_DECLINED'
  | 'PAYMENT_METHOD_UNSUPPORTED'
  | 'PAYMENT_PROVIDER_ERROR'
  | 'PAYPAL_ERROR_GENERAL'
  | 'PROCESSING_ERROR'
  | 'PURCHASE_TYPE_NOT_SUPPORTED'
  | 'RETRY_DECLINED'
  | 'TEST_MODE'
  | 'TRANSACTION_LIMIT_EXCEEDED'
  | 'TRANSIENT_ERROR';

export type SubscriptionBillingAttemptPaymentProcessingPolicy =
  | 'FAIL_UNLESS_VALID_PAYMENT_METHOD'
  | 'SKIP_PAYMENT_AND_CREATE_UNPAID_ORDER';

export type SubscriptionBillingCycleBillingCycleStatus =
  | 'BILLED'
  | 'UNBILLED';

export type SubscriptionBillingCycleErrorCode =
  | 'BILLING_DATE_SET_ON_SKIPPED'
  | 'CYCLE_INDEX_OUT_OF_RANGE'
  | 'CYCLE_NOT_FOUND'
  | 'CYCLE_START_DATE_OUT_OF_RANGE'
  | 'EMPTY_BILLING_CYCLE_EDIT_SCHEDULE_INPUT'
  | 'INCOMPLETE_BILLING_ATTEMPTS'
  | 'INVALID'
  | 'INVALID_CYCLE_INDEX'
  | 'INVALID_DATE'
  | 'NO_CYCLE_EDITS'
  | 'OUT_OF_BOUNDS'
  | 'UPCOMING_CYCLE_LIMIT_EXCEEDED';

export type SubscriptionBillingCycleScheduleEditInput = {
  billingDate?: string | null;
  reason: SubscriptionBillingCycleScheduleEditInputScheduleEditReason;
  skip?: boolean | null;
};

export type SubscriptionBillingCycleScheduleEditInputScheduleEditReason =
  | 'BUYER_INITIATED'
  | 'DEV_INITIATED'
  | 'MERCHANT_INITIATED';

export type SubscriptionBillingCycleSelector = {
  date?: string | null;
  index?: number | null;
};

export type SubscriptionBillingPolicyInput = {
  anchors?: Array<SellingPlanAnchorInput> | null;
  interval: SellingPlanInterval;
  intervalCount: number;
  maxCycles?: number | null;
  minCycles?: number | null;
};

export type SubscriptionContractAtomicCreateInput = {
  actor?: SubscriptionActor | null;
  contract: SubscriptionDraftInput;
  currencyCode: CurrencyCode;
  customerId: string | number;
  discountCodes?: Array<string> | null;
  lines: Array<SubscriptionAtomicLineInput>;
  nextBillingDate: string;
};

export type SubscriptionContractErrorCode =
  | 'INVALID';

export type SubscriptionContractStatusUpdateErrorCode =
  | 'CONTRACT_TERMINATED'
  | 'INVALID';

export type SubscriptionContractSubscriptionStatus =
  | 'ACTIVE'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'FAILED'
  | 'PAUSED';

export type SubscriptionDeliveryMethodInput = {
  localDelivery?: SubscriptionDeliveryMethodLocalDeliveryInput | null;
  pickup?: SubscriptionDeliveryMethodPickupInput | null;
  shipping?: SubscriptionDeliveryMethodShippingInput | null;
};

export type SubscriptionDeliveryMethodLocalDeliveryInput = {
  address?: MailingAddressInput | null;
  localDeliveryOption?: SubscriptionDeliveryMethodLocalDeliveryOptionInput | null;
};

export type SubscriptionDeliveryMethodLocalDeliveryOptionInput = {
  code?: string | null;
  description?: string | null;
  instructions?: string | null;
  phone: string;
  presentmentTitle?: string | null;
  title?: string | null;
};

export type SubscriptionDeliveryMethodPickupInput = {
  pickupOption?: SubscriptionDeliveryMethodPickupOptionInput | null;
};

export type SubscriptionDeliveryMethodPickupOptionInput = {
  code?: string | null;
  description?: string | null;
  locationId: string | number;
  presentmentTitle?: string | null;
  title?: string | null;
};

export type SubscriptionDeliveryMethodShippingInput = {
  address?: MailingAddressInput | null;
  shippingOption?: SubscriptionDeliveryMethodShippingOptionInput | null;
};

export type SubscriptionDeliveryMethodShippingOptionInput = {
  carrierServiceId?: string | number | null;
  code?: string | null;
  description?: string | null;
  presentmentTitle?: string | null;
  title?: string | null;
};

export type SubscriptionDeliveryPolicyInput = {
  anchors?: Array<SellingPlanAnchorInput> | null;
  interval: SellingPlanInterval;
  intervalCount: number;
};

export type SubscriptionDraftErrorCode =
  | 'ALREADY_REMOVED'
  | 'BILLING_CYCLE_ABSENT'
  | 'BILLING_CYCLE_CONTRACT_DRAFT_BILLING_POLICY_INVALID'
  | 'BILLING_CYCLE_CONTRACT_DRAFT_DELIVERY_POLICY_INVALID'
  | 'BILLING_CYCLE_PRESENT'
  | 'BLANK'
  | 'COMMITTED'
  | 'CONCATENATION_BILLING_CYCLE_CONTRACT_DRAFT_REQUIRED'
  | 'CONCATENATION_UNCOMMITTED_CONTRACT_DRAFT'
  | 'CURRENCY_NOT_ENABLED'
  | 'CUSTOMER_DOES_NOT_EXIST'
  | 'CUSTOMER_MISMATCH'
  | 'CUSTOMER_REDACTED'
  | 'CYCLE_DISCOUNTS_UNIQUE_AFTER_CYCLE'
  | 'CYCLE_INDEX_OUT_OF_RANGE'
  | 'CYCLE_SELECTOR_VALIDATE_ONE_OF'
  | 'CYCLE_START_DATE_OUT_OF_RANGE'
  | 'DELIVERY_METHOD_REQUIRED'
  | 'DELIVERY_MUST_BE_MULTIPLE_OF_BILLING'
  | 'DUPLICATE_CONCATENATED_CONTRACTS'
  | 'EXCEEDED_MAX_CONCATENATED_CONTRACTS'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL_TO'
  | 'HAS_FUTURE_EDITS'
  | 'INVALID'
  | 'INVALID_ADJUSTMENT_TYPE'
  | 'INVALID_ADJUSTMENT_VALUE'
  | 'INVALID_BILLING_DATE'
  | 'INVALID_LINES'
  | 'INVALID_NOTE_LENGTH'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'MISSING_CUSTOMER_PAYMENT_METHOD'
  | 'MISSING_LOCAL_DELIVERY_OPTIONS'
  | 'NOT_AN_INTEGER'
  | 'NOT_IN_RANGE'
  | 'NO_ENTITLED_LINES'
  | 'PRESENCE'
  | 'SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES'
  | 'STALE_CONTRACT'
  | 'TOO_LONG'
  | 'TOO_MANY_DISCOUNTS'
  | 'TOO_MANY_LINES'
  | 'TOO_SHORT'
  | 'UPCOMING_CYCLE_LIMIT_EXCEEDED';

export type SubscriptionDraftInput = {
  billingPolicy?: SubscriptionBillingPolicyInput | null;
  customAttributes?: Array<AttributeInput> | null;
  deliveryMethod?: SubscriptionDeliveryMethodInput | null;
  deliveryPolicy?: SubscriptionDeliveryPolicyInput | null;
  deliveryPrice?: string | null;
  nextBillingDate?: string | null;
  note?: string | null;
  paymentMethodId?: string | number | null;
  status?: SubscriptionContractSubscriptionStatus | null;
};

export type SubscriptionLineInput = {
  currentPrice: string;
  customAttributes?: Array<AttributeInput> | null;
  pricingPolicy?: SubscriptionPricingPolicyInput | null;
  productVariantId: string | number;
  quantity: number;
  sellingPlanId?: string | number | null;
  sellingPlanName?: string | null;
};

export type SubscriptionLineUpdateInput = {
  currentPrice?: string | null;
  customAttributes?: Array<AttributeInput> | null;
  pricingPolicy?: SubscriptionPricingPolicyInput | null;
  productVariantId?: string | number | null;
  quantity?: number | null;
  sellingPlanId?: string | number | null;
  sellingPlanName?: string | null;
};

export type SubscriptionManualDiscountFixedAmountInput = {
  amount?: number | null;
  appliesOnEachItem?: boolean | null;
};

export type SubscriptionManualDiscountValueInput = {
  fixedAmount?: SubscriptionManualDiscountFixedAmountInput | null;
  percentage?: number | null;
};

export type SubscriptionPricingPolicyCycleDiscountsInput = {
  adjustmentType: SellingPlanPricingPolicyAdjustmentType;
  adjustmentValue: SellingPlanPricingPolicyValueInput;
  afterCycle: number;
  computedPrice: string;
};

export type SubscriptionPricingPolicyInput = {
  basePrice: string;
  cycleDiscounts: Array<SubscriptionPricingPolicyCycleDiscountsInput>;
};

export type TaxExemption =
  | 'CA_BC_COMMERCIAL_FISHERY_EXEMPTION'
  | 'CA_BC_CONTRACTOR_EXEMPTION'
  | 'CA_BC_PRODUCTION_AND_MACHINERY_EXEMPTION'
  | 'CA_BC_RESELLER_EXEMPTION'
  | 'CA_BC_SUB_CONTRACTOR_EXEMPTION'
  | 'CA_DIPLOMAT_EXEMPTION'
  | 'CA_MB_COMMERCIAL_FISHERY_EXEMPTION'
  | 'CA_MB_FARMER_EXEMPTION'
  | 'CA_MB_RESELLER_EXEMPTION'
  | 'CA_NL_VPT_RESELLER_EXEMPTION'
  | 'CA_NS_COMMERCIAL_FISHERY_EXEMPTION'
  | 'CA_NS_FARMER_EXEMPTION'
  | 'CA_ON_PURCHASE_EXEMPTION'
  | 'CA_PE_COMMERCIAL_FISHERY_EXEMPTION'
  | 'CA_SK_COMMERCIAL_FISHERY_EXEMPTION'
  | 'CA_SK_CONTRACTOR_EXEMPTION'
  | 'CA_SK_FARMER_EXEMPTION'
  | 'CA_SK_PRODUCTION_AND_MACHINERY_EXEMPTION'
  | 'CA_SK_RESELLER_EXEMPTION'
  | 'CA_SK_SUB_CONTRACTOR_EXEMPTION'
  | 'CA_SK_VPT_RESELLER_EXEMPTION'
  | 'CA_STATUS_CARD_EXEMPTION'
  | 'EU_REVERSE_CHARGE_EXEMPTION_RULE'
  | 'US_AK_RESELLER_EXEMPTION'
  | 'US_AL_RESELLER_EXEMPTION'
  | 'US_AR_RESELLER_EXEMPTION'
  | 'US_AZ_RESELLER_EXEMPTION'
  | 'US_CA_RESELLER_EXEMPTION'
  | 'US_CO_RESELLER_EXEMPTION'
  | 'US_CT_RESELLER_EXEMPTION'
  | 'US_DC_RESELLER_EXEMPTION'
  | 'US_DE_RESELLER_EXEMPTION'
  | 'US_FL_RESELLER_EXEMPTION'
  | 'US_GA_RESELLER_EXEMPTION'
  | 'US_HI_RESELLER_EXEMPTION'
  | 'US_IA_RESELLER_EXEMPTION'
  | 'US_ID_RESELLER_EXEMPTION'
  | 'US_IL_RESELLER_EXEMPTION'
  | 'US_IN_RESELLER_EXEMPTION'
  | 'US_KS_RESELLER_EXEMPTION'
  | 'US_KY_RESELLER_EXEMPTION'
  | 'US_LA_RESELLER_EXEMPTION'
  | 'US_MA_RESELLER_EXEMPTION'
  | 'US_MD_RESELLER_EXEMPTION'
  | 'US_ME_RESELLER_EXEMPTION'
  | 'US_MI_RESELLER_EXEMPTION'
  | 'US_MN_RESELLER_EXEMPTION'
  | 'US_MO_RESELLER_EXEMPTION'
  | 'US_MS_RESELLER_EXEMPTION'
  | 'US_MT_RESELLER_EXEMPTION'
  | 'US_NC_RESELLER_EXEMPTION'
  | 'US_ND_RESELLER_EXEMPTION'
  | 'US_NE_RESELLER_EXEMPTION'
  | 'US_NH_RESELLER_EXEMPTION'
  | 'US_NJ_RESELLER_EXEMPTION'
  | 'US_NM_RESELLER_EXEMPTION'
  | 'US_NV_RESELLER_EXEMPTION'
  | 'US_NY_RESELLER_EXEMPTION'
  | 'US_OH_RESELLER_EXEMPTION'
  | 'US_OK_RESELLER_EXEMPTION'
  | 'US_OR_RESELLER_EXEMPTION'
  | 'US_PA_RESELLER_EXEMPTION'
  | 'US_RI_RESELLER_EXEMPTION'
  | 'US_SC_RESELLER_EXEMPTION'
  | 'US_SD_RESELLER_EXEMPTION'
  | 'US_TN_RESELLER_EXEMPTION'
  | 'US_TX_RESELLER_EXEMPTION'
  | 'US_UT_RESELLER_EXEMPTION'
  | 'US_VA_RESELLER_EXEMPTION'
  | 'US_VT_RESELLER_EXEMPTION'
  | 'US_WA_RESELLER_EXEMPTION'
  | 'US_WI_RESELLER_EXEMPTION'
  | 'US_WV_RESELLER_EXEMPTION'
  | 'US_WY_RESELLER_EXEMPTION';

export type CancelContractMutationVariables = Exact<{
  id: string | number;
  actor: SubscriptionActor;
}>;


export type CancelContractMutation = { subscriptionContractCancel: { contract: { id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
            | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
            | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
          | { __typename: 'BankAccount' }
          | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
          | { __typename: 'CustomerPaypalBillingAgreement' }
          | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
         | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
            | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
            | { __typename: 'SubscriptionBillingAttemptFailedState' }
            | { __typename: 'SubscriptionBillingAttemptPendingState' }
            | { __typename: 'SubscriptionBillingAttemptSuccessState' }
           }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionContractStatusUpdateErrorCode | null }> } | null };

export type PauseContractMutationVariables = Exact<{
  id: string | number;
  actor: SubscriptionActor;
}>;


export type PauseContractMutation = { subscriptionContractPause: { contract: { id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
            | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
            | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
          | { __typename: 'BankAccount' }
          | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
          | { __typename: 'CustomerPaypalBillingAgreement' }
          | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
         | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
            | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
            | { __typename: 'SubscriptionBillingAttemptFailedState' }
            | { __typename: 'SubscriptionBillingAttemptPendingState' }
            | { __typename: 'SubscriptionBillingAttemptSuccessState' }
           }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionContractStatusUpdateErrorCode | null }> } | null };

export type ActivateContractMutationVariables = Exact<{
  id: string | number;
  actor: SubscriptionActor;
}>;


export type ActivateContractMutation = { subscriptionContractActivate: { contract: { id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
            | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
            | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
          | { __typename: 'BankAccount' }
          | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
          | { __typename: 'CustomerPaypalBillingAgreement' }
          | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
         | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
            | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
            | { __typename: 'SubscriptionBillingAttemptFailedState' }
            | { __typename: 'SubscriptionBillingAttemptPendingState' }
            | { __typename: 'SubscriptionBillingAttemptSuccessState' }
           }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionContractStatusUpdateErrorCode | null }> } | null };

export type SetNextBillingDateMutationVariables = Exact<{
  id: string | number;
  date: string;
}>;


export type SetNextBillingDateMutation = { subscriptionContractSetNextBillingDate: { contract: { id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
            | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
            | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
          | { __typename: 'BankAccount' }
          | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
          | { __typename: 'CustomerPaypalBillingAgreement' }
          | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
         | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
            | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
            | { __typename: 'SubscriptionBillingAttemptFailedState' }
            | { __typename: 'SubscriptionBillingAttemptPendingState' }
            | { __typename: 'SubscriptionBillingAttemptSuccessState' }
           }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionContractErrorCode | null }> } | null };

export type MoveNextBillingDateMutationVariables = Exact<{
  id: string | number;
  date: string;
}>;


export type MoveNextBillingDateMutation = { subscriptionContractSetNextBillingDate: { userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionContractErrorCode | null }> } | null };

export type OpenContractDraftMutationVariables = Exact<{
  contractId: string | number;
}>;


export type OpenContractDraftMutation = { subscriptionContractUpdate: { draft: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type AddDraftDiscountMutationVariables = Exact<{
  draftId: string | number;
  title: string;
  value: SubscriptionManualDiscountValueInput;
  recurringCycleLimit?: number | null;
}>;


export type AddDraftDiscountMutation = { subscriptionDraftDiscountAdd: { discountAdded: { id: string, value:
        | { __typename: 'SubscriptionDiscountFixedAmountValue', amount: { currencyCode: CurrencyCode } }
        | { __typename: 'SubscriptionDiscountPercentageValue' }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type RemoveDraftDiscountMutationVariables = Exact<{
  draftId: string | number;
  discountId: string | number;
}>;


export type RemoveDraftDiscountMutation = { subscriptionDraftDiscountRemove: { discountRemoved:
      | { __typename: 'SubscriptionAppliedCodeDiscount' }
      | { __typename: 'SubscriptionManualDiscount' }
     | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type SetDraftIntervalMutationVariables = Exact<{
  draftId: string | number;
  billingPolicy: SubscriptionBillingPolicyInput;
  deliveryPolicy: SubscriptionDeliveryPolicyInput;
  nextBillingDate?: string | null;
}>;


export type SetDraftIntervalMutation = { subscriptionDraftUpdate: { draft: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type CommitDraftMutationVariables = Exact<{
  draftId: string | number;
}>;


export type CommitDraftMutation = { subscriptionDraftCommit: { contract: { id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
            | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
            | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
          | { __typename: 'BankAccount' }
          | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
          | { __typename: 'CustomerPaypalBillingAgreement' }
          | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
         | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
            | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
            | { __typename: 'SubscriptionBillingAttemptFailedState' }
            | { __typename: 'SubscriptionBillingAttemptPendingState' }
            | { __typename: 'SubscriptionBillingAttemptSuccessState' }
           }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type SetDraftLinePriceMutationVariables = Exact<{
  draftId: string | number;
  lineId: string | number;
  currentPrice: string;
}>;


export type SetDraftLinePriceMutation = { subscriptionDraftLineUpdate: { draft: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type SetDraftDateMutationVariables = Exact<{
  draftId: string | number;
  nextBillingDate: string;
}>;


export type SetDraftDateMutation = { subscriptionDraftUpdate: { draft: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type BillingAttemptFactsFragment = { id: string, idempotencyKey: string, completedAt: string | null, state:
    | { __typename: 'SubscriptionBillingAttemptActionRequiredState', action: { nextActionUrl: string } }
    | { __typename: 'SubscriptionBillingAttemptFailedState', error:
        | { __typename: 'SubscriptionBillingAttemptGeneralError', generalCode: SubscriptionBillingAttemptGeneralErrorCode }
        | { __typename: 'SubscriptionBillingAttemptInventoryError', inventoryCode: SubscriptionBillingAttemptInventoryErrorCode, insufficientStockProductVariants: { nodes: Array<{ displayName: string }> } | null }
        | { __typename: 'SubscriptionBillingAttemptPaymentError', paymentCode: SubscriptionBillingAttemptPaymentErrorCode }
        | { __typename: 'SubscriptionBillingAttemptUnexpectedError', message: string }
       }
    | { __typename: 'SubscriptionBillingAttemptPendingState' }
    | { __typename: 'SubscriptionBillingAttemptSuccessState', order: { name: string, id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null }
   };

export type CreateBillingAttemptMutationVariables = Exact<{
  contractId: string | number;
  input: SubscriptionBillingAttemptInput;
}>;


export type CreateBillingAttemptMutation = { subscriptionBillingAttemptCreate: { subscriptionBillingAttempt: { id: string, idempotencyKey: string, completedAt: string | null, state:
        | { __typename: 'SubscriptionBillingAttemptActionRequiredState', action: { nextActionUrl: string } }
        | { __typename: 'SubscriptionBillingAttemptFailedState', error:
            | { __typename: 'SubscriptionBillingAttemptGeneralError', generalCode: SubscriptionBillingAttemptGeneralErrorCode }
            | { __typename: 'SubscriptionBillingAttemptInventoryError', inventoryCode: SubscriptionBillingAttemptInventoryErrorCode, insufficientStockProductVariants: { nodes: Array<{ displayName: string }> } | null }
            | { __typename: 'SubscriptionBillingAttemptPaymentError', paymentCode: SubscriptionBillingAttemptPaymentErrorCode }
            | { __typename: 'SubscriptionBillingAttemptUnexpectedError', message: string }
           }
        | { __typename: 'SubscriptionBillingAttemptPendingState' }
        | { __typename: 'SubscriptionBillingAttemptSuccessState', order: { name: string, id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: BillingAttemptUserErrorCode | null }> } | null };

export type ReadBillingAttemptQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadBillingAttemptQuery = { subscriptionBillingAttempt: { id: string, idempotencyKey: string, completedAt: string | null, state:
      | { __typename: 'SubscriptionBillingAttemptActionRequiredState', action: { nextActionUrl: string } }
      | { __typename: 'SubscriptionBillingAttemptFailedState', error:
          | { __typename: 'SubscriptionBillingAttemptGeneralError', generalCode: SubscriptionBillingAttemptGeneralErrorCode }
          | { __typename: 'SubscriptionBillingAttemptInventoryError', inventoryCode: SubscriptionBillingAttemptInventoryErrorCode, insufficientStockProductVariants: { nodes: Array<{ displayName: string }> } | null }
          | { __typename: 'SubscriptionBillingAttemptPaymentError', paymentCode: SubscriptionBillingAttemptPaymentErrorCode }
          | { __typename: 'SubscriptionBillingAttemptUnexpectedError', message: string }
         }
      | { __typename: 'SubscriptionBillingAttemptPendingState' }
      | { __typename: 'SubscriptionBillingAttemptSuccessState', order: { name: string, id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null }
     } | null };

export type ReadBillingAttemptsQueryVariables = Exact<{
  query: string;
  first: number;
}>;


export type ReadBillingAttemptsQuery = { subscriptionBillingAttempts: { nodes: Array<{ id: string, idempotencyKey: string, completedAt: string | null, state:
        | { __typename: 'SubscriptionBillingAttemptActionRequiredState', action: { nextActionUrl: string } }
        | { __typename: 'SubscriptionBillingAttemptFailedState', error:
            | { __typename: 'SubscriptionBillingAttemptGeneralError', generalCode: SubscriptionBillingAttemptGeneralErrorCode }
            | { __typename: 'SubscriptionBillingAttemptInventoryError', inventoryCode: SubscriptionBillingAttemptInventoryErrorCode, insufficientStockProductVariants: { nodes: Array<{ displayName: string }> } | null }
            | { __typename: 'SubscriptionBillingAttemptPaymentError', paymentCode: SubscriptionBillingAttemptPaymentErrorCode }
            | { __typename: 'SubscriptionBillingAttemptUnexpectedError', message: string }
           }
        | { __typename: 'SubscriptionBillingAttemptPendingState' }
        | { __typename: 'SubscriptionBillingAttemptSuccessState', order: { name: string, id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null }
       }> } };

export type ReadLatestBillingAttemptsQueryVariables = Exact<{
  contractId: string | number;
}>;


export type ReadLatestBillingAttemptsQuery = { subscriptionContract: { billingAttempts: { nodes: Array<{ id: string, idempotencyKey: string, completedAt: string | null, state:
          | { __typename: 'SubscriptionBillingAttemptActionRequiredState', action: { nextActionUrl: string } }
          | { __typename: 'SubscriptionBillingAttemptFailedState', error:
              | { __typename: 'SubscriptionBillingAttemptGeneralError', generalCode: SubscriptionBillingAttemptGeneralErrorCode }
              | { __typename: 'SubscriptionBillingAttemptInventoryError', inventoryCode: SubscriptionBillingAttemptInventoryErrorCode, insufficientStockProductVariants: { nodes: Array<{ displayName: string }> } | null }
              | { __typename: 'SubscriptionBillingAttemptPaymentError', paymentCode: SubscriptionBillingAttemptPaymentErrorCode }
              | { __typename: 'SubscriptionBillingAttemptUnexpectedError', message: string }
             }
          | { __typename: 'SubscriptionBillingAttemptPendingState' }
          | { __typename: 'SubscriptionBillingAttemptSuccessState', order: { name: string, id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null }
         }> } } | null };

export type BillingCycleFactsFragment = { cycleIndex: number, cycleStartAt: string, cycleEndAt: string, billingAttemptExpectedDate: string, skipped: boolean, status: SubscriptionBillingCycleBillingCycleStatus };

export type ReadBillingCyclesQueryVariables = Exact<{
  contractId: string | number;
  from: string;
  to: string;
  after?: string | null;
}>;


export type ReadBillingCyclesQuery = { subscriptionContract: { updatedAt: string, nextBillingDate: string | null, billingPolicy: { anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> } } | null, subscriptionBillingCycles: { nodes: Array<{ cycleIndex: number, cycleStartAt: string, cycleEndAt: string, billingAttemptExpectedDate: string, skipped: boolean, status: SubscriptionBillingCycleBillingCycleStatus }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReadBillingCycleQueryVariables = Exact<{
  contractId: string | number;
  index: number;
}>;


export type ReadBillingCycleQuery = { subscriptionBillingCycle: { cycleIndex: number, cycleStartAt: string, cycleEndAt: string, billingAttemptExpectedDate: string, skipped: boolean, status: SubscriptionBillingCycleBillingCycleStatus, billingAttempts: { nodes: Array<{ id: string, idempotencyKey: string, completedAt: string | null, state:
          | { __typename: 'SubscriptionBillingAttemptActionRequiredState', action: { nextActionUrl: string } }
          | { __typename: 'SubscriptionBillingAttemptFailedState', error:
              | { __typename: 'SubscriptionBillingAttemptGeneralError', generalCode: SubscriptionBillingAttemptGeneralErrorCode }
              | { __typename: 'SubscriptionBillingAttemptInventoryError', inventoryCode: SubscriptionBillingAttemptInventoryErrorCode, insufficientStockProductVariants: { nodes: Array<{ displayName: string }> } | null }
              | { __typename: 'SubscriptionBillingAttemptPaymentError', paymentCode: SubscriptionBillingAttemptPaymentErrorCode }
              | { __typename: 'SubscriptionBillingAttemptUnexpectedError', message: string }
             }
          | { __typename: 'SubscriptionBillingAttemptPendingState' }
          | { __typename: 'SubscriptionBillingAttemptSuccessState', order: { name: string, id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null }
         }> } } | null };

export type EditBillingCycleMutationVariables = Exact<{
  contractId: string | number;
  index: number;
  input: SubscriptionBillingCycleScheduleEditInput;
}>;


export type EditBillingCycleMutation = { subscriptionBillingCycleScheduleEdit: { userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionBillingCycleErrorCode | null }> } | null };

export type ReadContractTermsQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadContractTermsQuery = { subscriptionContract: { note: string | null, id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null, cutoffDay: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null, cutoffDay: number | null }> }, termsLines: { nodes: Array<{ id: string, productId: string | null, variantId: string | null, requiresShipping: boolean, customAttributes: Array<{ key: string, value: string | null }>, pricingPolicy: { basePrice: { amount: string, currencyCode: CurrencyCode }, cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }> }, deliveryMethod:
      | { __typename: 'SubscriptionDeliveryMethodLocalDelivery' }
      | { __typename: 'SubscriptionDeliveryMethodPickup' }
      | { __typename: 'SubscriptionDeliveryMethodShipping', address: { firstName: string | null, lastName: string | null, company: string | null, address1: string | null, address2: string | null, city: string | null, zip: string | null, provinceCode: string | null, countryCodeV2: CountryCode | null, phone: string | null }, shippingOption: { code: string | null, title: string | null, presentmentTitle: string | null, description: string | null } }
     | null, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
          | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
          | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
         }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
        | { __typename: 'BankAccount' }
        | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
        | { __typename: 'CustomerPaypalBillingAgreement' }
        | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
       | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
          | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
          | { __typename: 'SubscriptionBillingAttemptFailedState' }
          | { __typename: 'SubscriptionBillingAttemptPendingState' }
          | { __typename: 'SubscriptionBillingAttemptSuccessState' }
         }> }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } } | null };

export type ReadProductVariantsQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type ReadProductVariantsQuery = { nodes: Array<
    | { id: string, variants: { nodes: Array<{ id: string, title: string, price: unknown, availableForSale: boolean, media: { nodes: Array<
              | { preview: { image: { url: string } | null } | null }
              | { preview: { image: { url: string } | null } | null }
              | { preview: { image: { url: string } | null } | null }
              | { preview: { image: { url: string } | null } | null }
            > } }> } }
    | Record<PropertyKey, never>
   | null> };

export type OpenRevisionDraftMutationVariables = Exact<{
  contractId: string | number;
}>;


export type OpenRevisionDraftMutation = { subscriptionContractUpdate: { draft: { id: string, originalContract: { revisionId: string } | null } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type SetDraftLineMutationVariables = Exact<{
  draftId: string | number;
  lineId: string | number;
  input: SubscriptionLineUpdateInput;
}>;


export type SetDraftLineMutation = { subscriptionDraftLineUpdate: { draft: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type SetDraftTermsMutationVariables = Exact<{
  draftId: string | number;
  input: SubscriptionDraftInput;
}>;


export type SetDraftTermsMutation = { subscriptionDraftUpdate: { draft: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type CreateContractMutationVariables = Exact<{
  input: SubscriptionContractAtomicCreateInput;
}>;


export type CreateContractMutation = { subscriptionContractAtomicCreate: { contract: { id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
            | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
            | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
          | { __typename: 'BankAccount' }
          | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
          | { __typename: 'CustomerPaypalBillingAgreement' }
          | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
         | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
            | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
            | { __typename: 'SubscriptionBillingAttemptFailedState' }
            | { __typename: 'SubscriptionBillingAttemptPendingState' }
            | { __typename: 'SubscriptionBillingAttemptSuccessState' }
           }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type ReadContractKeysQueryVariables = Exact<{
  customerId: string | number;
  after?: string | null;
}>;


export type ReadContractKeysQuery = { customer: { subscriptionContracts: { nodes: Array<{ id: string, customAttributes: Array<{ key: string, value: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type PaymentMethodFactsFragment = { id: string, revokedAt: string | null };

export type ReadPaymentMethodsQueryVariables = Exact<{
  customerIds: Array<string | number> | string | number;
}>;


export type ReadPaymentMethodsQuery = { nodes: Array<
    | { id: string, paymentMethods: { nodes: Array<{ id: string, revokedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }
    | Record<PropertyKey, never>
   | null> };

export type ReadMorePaymentMethodsQueryVariables = Exact<{
  customerId: string | number;
  after?: string | null;
}>;


export type ReadMorePaymentMethodsQuery = { customer: { paymentMethods: { nodes: Array<{ id: string, revokedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadVariantsQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type ReadVariantsQuery = { nodes: Array<
    | { id: string, title: string, product: { id: string, title: string }, inventoryItem: { requiresShipping: boolean } }
    | Record<PropertyKey, never>
   | null> };

export type SetCreditCodeAmountMutationVariables = Exact<{
  id: string | number;
  code: DiscountCodeBasicInput;
}>;


export type SetCreditCodeAmountMutation = { discountCodeBasicUpdate: { codeDiscountNode: { id: string, codeDiscount:
        | { __typename: 'DiscountCodeApp' }
        | { __typename: 'DiscountCodeBasic', customerGets: { value:
              | { __typename: 'DiscountAmount', amount: { currencyCode: CurrencyCode } }
              | { __typename: 'DiscountOnQuantity' }
              | { __typename: 'DiscountPercentage' }
             }, minimumRequirement:
            | { __typename: 'DiscountMinimumQuantity' }
            | { __typename: 'DiscountMinimumSubtotal', greaterThanOrEqualToSubtotal: { currencyCode: CurrencyCode } }
           | null }
        | { __typename: 'DiscountCodeBxgy' }
        | { __typename: 'DiscountCodeFreeShipping' }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type CreateCreditCodeMutationVariables = Exact<{
  code: DiscountCodeBasicInput;
}>;


export type CreateCreditCodeMutation = { discountCodeBasicCreate: { codeDiscountNode: { id: string, codeDiscount:
        | { __typename: 'DiscountCodeApp' }
        | { __typename: 'DiscountCodeBasic', customerGets: { value:
              | { __typename: 'DiscountAmount', amount: { currencyCode: CurrencyCode } }
              | { __typename: 'DiscountOnQuantity' }
              | { __typename: 'DiscountPercentage' }
             }, minimumRequirement:
            | { __typename: 'DiscountMinimumQuantity' }
            | { __typename: 'DiscountMinimumSubtotal', greaterThanOrEqualToSubtotal: { currencyCode: CurrencyCode } }
           | null }
        | { __typename: 'DiscountCodeBxgy' }
        | { __typename: 'DiscountCodeFreeShipping' }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type CodeCurrencyFragment = { id: string, codeDiscount:
    | { __typename: 'DiscountCodeApp' }
    | { __typename: 'DiscountCodeBasic', customerGets: { value:
          | { __typename: 'DiscountAmount', amount: { currencyCode: CurrencyCode } }
          | { __typename: 'DiscountOnQuantity' }
          | { __typename: 'DiscountPercentage' }
         }, minimumRequirement:
        | { __typename: 'DiscountMinimumQuantity' }
        | { __typename: 'DiscountMinimumSubtotal', greaterThanOrEqualToSubtotal: { currencyCode: CurrencyCode } }
       | null }
    | { __typename: 'DiscountCodeBxgy' }
    | { __typename: 'DiscountCodeFreeShipping' }
   };

export type ReadDiscountCodeQueryVariables = Exact<{
  code: string;
}>;


export type ReadDiscountCodeQuery = { codeDiscountNodeByCode: { id: string, codeDiscount:
      | { __typename: 'DiscountCodeApp' }
      | { __typename: 'DiscountCodeBasic', status: DiscountStatus, asyncUsageCount: number, customerGets: { value:
            | { __typename: 'DiscountAmount', amount: { currencyCode: CurrencyCode } }
            | { __typename: 'DiscountOnQuantity' }
            | { __typename: 'DiscountPercentage' }
           }, minimumRequirement:
          | { __typename: 'DiscountMinimumQuantity' }
          | { __typename: 'DiscountMinimumSubtotal', greaterThanOrEqualToSubtotal: { currencyCode: CurrencyCode } }
         | null }
      | { __typename: 'DiscountCodeBxgy', status: DiscountStatus, asyncUsageCount: number }
      | { __typename: 'DiscountCodeFreeShipping', status: DiscountStatus, asyncUsageCount: number }
     } | null };

export type DeactivateDiscountCodeMutationVariables = Exact<{
  id: string | number;
}>;


export type DeactivateDiscountCodeMutation = { discountCodeDeactivate: { codeDiscountNode: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type ReadOrdersWithCodeQueryVariables = Exact<{
  query: string;
}>;


export type ReadOrdersWithCodeQuery = { orders: { nodes: Array<{ id: string, discountCodes: Array<string> }> } };

export type CreateBuyXGetYCodeMutationVariables = Exact<{
  code: DiscountCodeBxgyInput;
}>;


export type CreateBuyXGetYCodeMutation = { discountCodeBxgyCreate: { codeDiscountNode: { id: string, codeDiscount:
        | { __typename: 'DiscountCodeApp' }
        | { __typename: 'DiscountCodeBasic', customerGets: { value:
              | { __typename: 'DiscountAmount', amount: { currencyCode: CurrencyCode } }
              | { __typename: 'DiscountOnQuantity' }
              | { __typename: 'DiscountPercentage' }
             }, minimumRequirement:
            | { __typename: 'DiscountMinimumQuantity' }
            | { __typename: 'DiscountMinimumSubtotal', greaterThanOrEqualToSubtotal: { currencyCode: CurrencyCode } }
           | null }
        | { __typename: 'DiscountCodeBxgy' }
        | { __typename: 'DiscountCodeFreeShipping' }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type CreateFreeShippingCodeMutationVariables = Exact<{
  code: DiscountCodeFreeShippingInput;
}>;


export type CreateFreeShippingCodeMutation = { discountCodeFreeShippingCreate: { codeDiscountNode: { id: string, codeDiscount:
        | { __typename: 'DiscountCodeApp' }
        | { __typename: 'DiscountCodeBasic', customerGets: { value:
              | { __typename: 'DiscountAmount', amount: { currencyCode: CurrencyCode } }
              | { __typename: 'DiscountOnQuantity' }
              | { __typename: 'DiscountPercentage' }
             }, minimumRequirement:
            | { __typename: 'DiscountMinimumQuantity' }
            | { __typename: 'DiscountMinimumSubtotal', greaterThanOrEqualToSubtotal: { currencyCode: CurrencyCode } }
           | null }
        | { __typename: 'DiscountCodeBxgy' }
        | { __typename: 'DiscountCodeFreeShipping' }
       } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: DiscountErrorCode | null }> } | null };

export type ReadProductPriceQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadProductPriceQuery = { product: { id: string, status: ProductStatus, variants: { nodes: Array<{ id: string, price: unknown }> } } | null };

export type ReadCustomerTagsQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadCustomerTagsQuery = { customer: { tags: Array<string> } | null };

export type AddCustomerTagMutationVariables = Exact<{
  id: string | number;
  tags: Array<string> | string;
}>;


export type AddCustomerTagMutation = { tagsAdd: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type RemoveCustomerTagMutationVariables = Exact<{
  id: string | number;
  tags: Array<string> | string;
}>;


export type RemoveCustomerTagMutation = { tagsRemove: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type PastChargeFactsFragment = { id: string, idempotencyKey: string, createdAt: string, completedAt: string | null, subscriptionContract: { id: string }, state:
    | { __typename: 'SubscriptionBillingAttemptActionRequiredState', action: { nextActionUrl: string } }
    | { __typename: 'SubscriptionBillingAttemptFailedState', error:
        | { __typename: 'SubscriptionBillingAttemptGeneralError', generalCode: SubscriptionBillingAttemptGeneralErrorCode }
        | { __typename: 'SubscriptionBillingAttemptInventoryError', inventoryCode: SubscriptionBillingAttemptInventoryErrorCode }
        | { __typename: 'SubscriptionBillingAttemptPaymentError', paymentCode: SubscriptionBillingAttemptPaymentErrorCode }
        | { __typename: 'SubscriptionBillingAttemptUnexpectedError', message: string }
       }
    | { __typename: 'SubscriptionBillingAttemptPendingState' }
    | { __typename: 'SubscriptionBillingAttemptSuccessState', order: { name: string, id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null }
   };

export type ExportChargesQueryVariables = Exact<{ [key: string]: never; }>;


export type ExportChargesQuery = { subscriptionBillingAttempts: { edges: Array<{ node: { id: string, idempotencyKey: string, createdAt: string, completedAt: string | null, subscriptionContract: { id: string }, state:
          | { __typename: 'SubscriptionBillingAttemptActionRequiredState', action: { nextActionUrl: string } }
          | { __typename: 'SubscriptionBillingAttemptFailedState', error:
              | { __typename: 'SubscriptionBillingAttemptGeneralError', generalCode: SubscriptionBillingAttemptGeneralErrorCode }
              | { __typename: 'SubscriptionBillingAttemptInventoryError', inventoryCode: SubscriptionBillingAttemptInventoryErrorCode }
              | { __typename: 'SubscriptionBillingAttemptPaymentError', paymentCode: SubscriptionBillingAttemptPaymentErrorCode }
              | { __typename: 'SubscriptionBillingAttemptUnexpectedError', message: string }
             }
          | { __typename: 'SubscriptionBillingAttemptPendingState' }
          | { __typename: 'SubscriptionBillingAttemptSuccessState', order: { name: string, id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null }
         } }> } };

export type ExportOrdersQueryVariables = Exact<{ [key: string]: never; }>;


export type ExportOrdersQuery = { orders: { edges: Array<{ node: { id: string, name: string, email: string | null, test: boolean, createdAt: string, processedAt: string, updatedAt: string, cancelledAt: string | null, currencyCode: CurrencyCode, presentmentCurrencyCode: CurrencyCode, taxesIncluded: boolean, displayFinancialStatus: OrderDisplayFinancialStatus | null, displayFulfillmentStatus: OrderDisplayFulfillmentStatus, paymentGatewayNames: Array<string>, lineItems: { edges: Array<{ node: { title: string, id: string, quantity: number, isGiftCard: boolean, requiresShipping: boolean, variant: { id: string } | null, sellingPlan: { name: string, sellingPlanId: string | null } | null, contract: { id: string, originOrder: { id: string } | null } | null, product: { id: string } | null, originalTotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
                  | { __typename: 'AutomaticDiscountApplication' }
                  | { __typename: 'DiscountCodeApplication', code: string }
                  | { __typename: 'ManualDiscountApplication', title: string }
                  | { __typename: 'ScriptDiscountApplication' }
                 }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> } }> }, attribution: { displayName: string } | null, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, shippingAddress: { name: string | null, province: string | null, countryCodeV2: CountryCode | null } | null, billingAddress: { name: string | null } | null, originalTotalPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode }, presentmentMoney: { amount: string, currencyCode: CurrencyCode } }, subtotalPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalTaxSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalDiscountsSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalTipReceivedSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, originalTotalDutiesSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, originalTotalAdditionalFeesSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, shippingLine: { discountedPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
              | { __typename: 'AutomaticDiscountApplication' }
              | { __typename: 'DiscountCodeApplication', code: string }
              | { __typename: 'ManualDiscountApplication', title: string }
              | { __typename: 'ScriptDiscountApplication' }
             }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> } | null, fulfillments: Array<{ createdAt: string, status: FulfillmentStatus }>, transactions: Array<{ id: string, kind: OrderTransactionKind, status: OrderTransactionStatus, gateway: string | null, processedAt: string | null, errorCode: OrderTransactionErrorCode | null, amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }>, refunds: Array<{ id: string }>, disputes: Array<{ id: string, initiatedAs: DisputeType, status: DisputeStatus }> } }> } };

export type StartBulkQueryMutationVariables = Exact<{
  query: string;
}>;


export type StartBulkQueryMutation = { bulkOperationRunQuery: { bulkOperation: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: BulkOperationUserErrorCode | null }> } | null };

export type ReadBulkOperationQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadBulkOperationQuery = { bulkOperation: { status: BulkOperationStatus, errorCode: BulkOperationErrorCode | null, rootObjectCount: string, url: string | null } | null };

export type AddDraftLineMutationVariables = Exact<{
  draftId: string | number;
  input: SubscriptionLineInput;
}>;


export type AddDraftLineMutation = { subscriptionDraftLineAdd: { lineAdded: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type RemoveDraftLineMutationVariables = Exact<{
  draftId: string | number;
  lineId: string | number;
}>;


export type RemoveDraftLineMutation = { subscriptionDraftLineRemove: { lineRemoved: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SubscriptionDraftErrorCode | null }> } | null };

export type ListChangedOrdersQueryVariables = Exact<{
  query?: string | null;
  after?: string | null;
}>;


export type ListChangedOrdersQuery = { orders: { nodes: Array<{ id: string, updatedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListChangedContractsQueryVariables = Exact<{
  query?: string | null;
  after?: string | null;
}>;


export type ListChangedContractsQuery = { subscriptionContracts: { nodes: Array<{ id: string, updatedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListChangedCustomersQueryVariables = Exact<{
  query?: string | null;
  after?: string | null;
}>;


export type ListChangedCustomersQuery = { customers: { nodes: Array<{ id: string, updatedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ListDisputesQueryVariables = Exact<{
  query?: string | null;
  after?: string | null;
}>;


export type ListDisputesQuery = { disputes: { nodes: Array<{ id: string, status: DisputeStatus, order: { id: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type NameCustomerMutationVariables = Exact<{
  input: CustomerInput;
}>;


export type NameCustomerMutation = { customerUpdate: { customer: { id: string, firstName: string | null, lastName: string | null, locale: string, createdAt: string, updatedAt: string, defaultEmailAddress: { emailAddress: string } | null } | null, userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type OrderPagesQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type OrderPagesQuery = { nodes: Array<
    | { __typename: 'AbandonedCheckout' }
    | { __typename: 'AbandonedCheckoutLineItem' }
    | { __typename: 'Abandonment' }
    | { __typename: 'AddAllProductsOperation' }
    | { __typename: 'AdditionalFee' }
    | { __typename: 'AnalyticsAnnotation' }
    | { __typename: 'AnalyticsTarget' }
    | { __typename: 'App' }
    | { __typename: 'AppCatalog' }
    | { __typename: 'AppCredit' }
    | { __typename: 'AppInstallation' }
    | { __typename: 'AppPurchaseOneTime' }
    | { __typename: 'AppRevenueAttributionRecord' }
    | { __typename: 'AppSubscription' }
    | { __typename: 'AppUsageRecord' }
    | { __typename: 'Article' }
    | { __typename: 'BasicEvent' }
    | { __typename: 'Blog' }
    | { __typename: 'BulkOperation' }
    | { __typename: 'BusinessEntity' }
    | { __typename: 'CalculatedOrder' }
    | { __typename: 'CartTransform' }
    | { __typename: 'CashDrawer' }
    | { __typename: 'CashManagementCustomReasonCode' }
    | { __typename: 'CashManagementDefaultReasonCode' }
    | { __typename: 'CashManagementSystemReasonCode' }
    | { __typename: 'CashTrackingAdjustment' }
    | { __typename: 'CashTrackingSession' }
    | { __typename: 'CatalogCsvOperation' }
    | { __typename: 'Channel' }
    | { __typename: 'ChannelDefinition' }
    | { __typename: 'ChannelInformation' }
    | { __typename: 'CheckoutAndAccountsConfiguration' }
    | { __typename: 'CheckoutAndAccountsConfigurationOverride' }
    | { __typename: 'CheckoutProfile' }
    | { __typename: 'Collection' }
    | { __typename: 'CollectionConditionsSource' }
    | { __typename: 'CollectionSubCollectionsSource' }
    | { __typename: 'Comment' }
    | { __typename: 'CommentEvent' }
    | { __typename: 'Company' }
    | { __typename: 'CompanyAddress' }
    | { __typename: 'CompanyContact' }
    | { __typename: 'CompanyContactRole' }
    | { __typename: 'CompanyContactRoleAssignment' }
    | { __typename: 'CompanyLocation' }
    | { __typename: 'CompanyLocationCatalog' }
    | { __typename: 'CompanyLocationStaffMemberAssignment' }
    | { __typename: 'ConsentPolicy' }
    | { __typename: 'CurrencyExchangeAdjustment' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerAccountAppExtensionPage' }
    | { __typename: 'CustomerAccountNativePage' }
    | { __typename: 'CustomerPaymentMethod' }
    | { __typename: 'CustomerSegmentMembersQuery' }
    | { __typename: 'CustomerVisit' }
    | { __typename: 'DeliveryCarrierService' }
    | { __typename: 'DeliveryCondition' }
    | { __typename: 'DeliveryCountry' }
    | { __typename: 'DeliveryCustomization' }
    | { __typename: 'DeliveryLocationGroup' }
    | { __typename: 'DeliveryMethod' }
    | { __typename: 'DeliveryMethodDefinition' }
    | { __typename: 'DeliveryParticipant' }
    | { __typename: 'DeliveryProfile' }
    | { __typename: 'DeliveryProfileItem' }
    | { __typename: 'DeliveryPromiseParticipant' }
    | { __typename: 'DeliveryPromiseProvider' }
    | { __typename: 'DeliveryProvince' }
    | { __typename: 'DeliveryRateDefinition' }
    | { __typename: 'DeliveryZone' }
    | { __typename: 'DiscountAutomaticBxgy' }
    | { __typename: 'DiscountAutomaticNode' }
    | { __typename: 'DiscountCodeNode' }
    | { __typename: 'DiscountNode' }
    | { __typename: 'DiscountRedeemCodeBulkCreation' }
    | { __typename: 'Domain' }
    | { __typename: 'DraftOrder' }
    | { __typename: 'DraftOrderLineItem' }
    | { __typename: 'DraftOrderTag' }
    | { __typename: 'Duty' }
    | { __typename: 'ExchangeLineItem' }
    | { __typename: 'ExternalVideo' }
    | { __typename: 'Fulfillment' }
    | { __typename: 'FulfillmentConstraintRule' }
    | { __typename: 'FulfillmentEvent' }
    | { __typename: 'FulfillmentHold' }
    | { __typename: 'FulfillmentLineItem' }
    | { __typename: 'FulfillmentOrder' }
    | { __typename: 'FulfillmentOrderDestination' }
    | { __typename: 'FulfillmentOrderLineItem' }
    | { __typename: 'FulfillmentOrderMerchantRequest' }
    | { __typename: 'GenericFile' }
    | { __typename: 'GiftCard' }
    | { __typename: 'GiftCardCashOutTransaction' }
    | { __typename: 'GiftCardCreditTransaction' }
    | { __typename: 'GiftCardDebitTransaction' }
    | { __typename: 'IdentityProviderSubject' }
    | { __typename: 'InventoryAdjustmentGroup' }
    | { __typename: 'InventoryItem' }
    | { __typename: 'InventoryItemMeasurement' }
    | { __typename: 'InventoryLevel' }
    | { __typename: 'InventoryQuantity' }
    | { __typename: 'InventoryShipment' }
    | { __typename: 'InventoryShipmentLineItem' }
    | { __typename: 'InventoryTransfer' }
    | { __typename: 'InventoryTransferLineItem' }
    | { __typename: 'LineItem' }
    | { __typename: 'LineItemGroup' }
    | { __typename: 'Location' }
    | { __typename: 'MailingAddress' }
    | { __typename: 'Market' }
    | { __typename: 'MarketCatalog' }
    | { __typename: 'MarketRegionCountry' }
    | { __typename: 'MarketRegionSubdivision' }
    | { __typename: 'MarketWebPresence' }
    | { __typename: 'MarketingActivity' }
    | { __typename: 'MarketingEvent' }
    | { __typename: 'MediaImage' }
    | { __typename: 'Menu' }
    | { __typename: 'Metafield' }
    | { __typename: 'MetafieldDefinition' }
    | { __typename: 'Metaobject' }
    | { __typename: 'MetaobjectDefinition' }
    | { __typename: 'Model3d' }
    | { __typename: 'OnlineStoreTheme' }
    | { __typename: 'Order', id: string, statusPageUrl: string }
    | { __typename: 'OrderAdjustment' }
    | { __typename: 'OrderAttributionDefinition' }
    | { __typename: 'OrderCancelJobResult' }
    | { __typename: 'OrderCreateMandatePaymentJobResult' }
    | { __typename: 'OrderDisputeSummary' }
    | { __typename: 'OrderEditSession' }
    | { __typename: 'OrderTransaction' }
    | { __typename: 'Page' }
    | { __typename: 'PaymentCustomization' }
    | { __typename: 'PaymentMandate' }
    | { __typename: 'PaymentSchedule' }
    | { __typename: 'PaymentTerms' }
    | { __typename: 'PaymentTermsTemplate' }
    | { __typename: 'PointOfSaleDevice' }
    | { __typename: 'PointOfSaleDevicePaymentSession' }
    | { __typename: 'PriceList' }
    | { __typename: 'Product' }
    | { __typename: 'ProductBundleOperation' }
    | { __typename: 'ProductDeleteOperation' }
    | { __typename: 'ProductDuplicateOperation' }
    | { __typename: 'ProductFeed' }
    | { __typename: 'ProductOption' }
    | { __typename: 'ProductOptionValue' }
    | { __typename: 'ProductSetOperation' }
    | { __typename: 'ProductTaxonomyNode' }
    | { __typename: 'ProductVariant' }
    | { __typename: 'ProductVariantComponent' }
    | { __typename: 'Publication' }
    | { __typename: 'PublicationResourceOperation' }
    | { __typename: 'QuantityPriceBreak' }
    | { __typename: 'Refund' }
    | { __typename: 'RefundShippingLine' }
    | { __typename: 'Return' }
    | { __typename: 'ReturnLineItem' }
    | { __typename: 'ReturnReasonDefinition' }
    | { __typename: 'ReturnableFulfillment' }
    | { __typename: 'ReverseDelivery' }
    | { __typename: 'ReverseDeliveryLineItem' }
    | { __typename: 'ReverseFulfillmentOrder' }
    | { __typename: 'ReverseFulfillmentOrderDisposition' }
    | { __typename: 'ReverseFulfillmentOrderLineItem' }
    | { __typename: 'SaleAdditionalFee' }
    | { __typename: 'SavedSearch' }
    | { __typename: 'ScriptTag' }
    | { __typename: 'Segment' }
    | { __typename: 'SellingPlan' }
    | { __typename: 'SellingPlanGroup' }
    | { __typename: 'ServerPixel' }
    | { __typename: 'ShippingLabel' }
    | { __typename: 'ShippingLabelPurchaseResult' }
    | { __typename: 'Shop' }
    | { __typename: 'ShopAddress' }
    | { __typename: 'ShopPolicy' }
    | { __typename: 'ShopifyPaymentsAccount' }
    | { __typename: 'ShopifyPaymentsBalanceTransaction' }
    | { __typename: 'ShopifyPaymentsBankAccount' }
    | { __typename: 'ShopifyPaymentsDispute' }
    | { __typename: 'ShopifyPaymentsDisputeEvidence' }
    | { __typename: 'ShopifyPaymentsDisputeFileUpload' }
    | { __typename: 'ShopifyPaymentsDisputeFulfillment' }
    | { __typename: 'ShopifyPaymentsPayout' }
    | { __typename: 'StaffMember' }
    | { __typename: 'StandardMetafieldDefinitionTemplate' }
    | { __typename: 'StoreCreditAccount' }
    | { __typename: 'StoreCreditAccountCreditTransaction' }
    | { __typename: 'StoreCreditAccountDebitRevertTransaction' }
    | { __typename: 'StoreCreditAccountDebitTransaction' }
    | { __typename: 'StorefrontAccessToken' }
    | { __typename: 'SubscriptionBillingAttempt' }
    | { __typename: 'SubscriptionContract' }
    | { __typename: 'SubscriptionDraft' }
    | { __typename: 'TaxonomyAttribute' }
    | { __typename: 'TaxonomyCategory' }
    | { __typename: 'TaxonomyChoiceListAttribute' }
    | { __typename: 'TaxonomyMeasurementAttribute' }
    | { __typename: 'TaxonomyValue' }
    | { __typename: 'TenderTransaction' }
    | { __typename: 'TransactionFee' }
    | { __typename: 'UnverifiedReturnLineItem' }
    | { __typename: 'UrlRedirect' }
    | { __typename: 'UrlRedirectImport' }
    | { __typename: 'Validation' }
    | { __typename: 'Video' }
    | { __typename: 'WebPixel' }
    | { __typename: 'WebhookSubscription' }
   | null> };

export type PaidLineFactsFragment = { id: string, quantity: number, isGiftCard: boolean, requiresShipping: boolean, product: { id: string } | null, originalTotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
      | { __typename: 'AutomaticDiscountApplication' }
      | { __typename: 'DiscountCodeApplication', code: string }
      | { __typename: 'ManualDiscountApplication', title: string }
      | { __typename: 'ScriptDiscountApplication' }
     }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> };

export type AllocationFactsFragment = { allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
    | { __typename: 'AutomaticDiscountApplication' }
    | { __typename: 'DiscountCodeApplication', code: string }
    | { __typename: 'ManualDiscountApplication', title: string }
    | { __typename: 'ScriptDiscountApplication' }
   };

export type TaxFactsFragment = { priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } };

export type ReadRefundsQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadRefundsQuery = { order: { refunds: Array<{ id: string, createdAt: string | null, totalRefundedSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, duties: Array<{ amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> | null, refundShippingLines: { nodes: Array<{ subtotalAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, taxAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> }, refundLineItems: { nodes: Array<{ quantity: number, lineItem: { id: string }, subtotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, totalTaxSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }> } | null };

export type RefundFactsFragment = { id: string, createdAt: string | null, totalRefundedSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, duties: Array<{ amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> | null, refundShippingLines: { nodes: Array<{ subtotalAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, taxAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> }, refundLineItems: { nodes: Array<{ quantity: number, lineItem: { id: string }, subtotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, totalTaxSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RefundLineFactsFragment = { quantity: number, lineItem: { id: string }, subtotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, totalTaxSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } };

export type ReadRefundLinesQueryVariables = Exact<{
  id: string | number;
  after?: string | null;
}>;


export type ReadRefundLinesQuery = { refund: { refundLineItems: { nodes: Array<{ quantity: number, lineItem: { id: string }, subtotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, totalTaxSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type SearchCollectionsQueryVariables = Exact<{
  query?: string | null;
}>;


export type SearchCollectionsQuery = { collections: { nodes: Array<{ id: string, title: string }> } };

export type ReadCollectionProductsQueryVariables = Exact<{
  id: string | number;
  after?: string | null;
}>;


export type ReadCollectionProductsQuery = { collection: { products: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ContractHeadFragment = { id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
      | { __typename: 'BankAccount' }
      | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
      | { __typename: 'CustomerPaypalBillingAgreement' }
      | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
     | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
        | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
        | { __typename: 'SubscriptionBillingAttemptFailedState' }
        | { __typename: 'SubscriptionBillingAttemptPendingState' }
        | { __typename: 'SubscriptionBillingAttemptSuccessState' }
       }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } };

export type ContractFactsFragment = { id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
        | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
        | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
       }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
      | { __typename: 'BankAccount' }
      | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
      | { __typename: 'CustomerPaypalBillingAgreement' }
      | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
     | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
        | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
        | { __typename: 'SubscriptionBillingAttemptFailedState' }
        | { __typename: 'SubscriptionBillingAttemptPendingState' }
        | { __typename: 'SubscriptionBillingAttemptSuccessState' }
       }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } };

export type ContractOrderFactsFragment = { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } };

export type ContractLineFactsFragment = { id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null };

export type ContractDiscountFactsFragment = { id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
    | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
    | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
   };

export type ReadContractQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadContractQuery = { subscriptionContract: { id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
          | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
          | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
         }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
        | { __typename: 'BankAccount' }
        | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
        | { __typename: 'CustomerPaypalBillingAgreement' }
        | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
       | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
          | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
          | { __typename: 'SubscriptionBillingAttemptFailedState' }
          | { __typename: 'SubscriptionBillingAttemptPendingState' }
          | { __typename: 'SubscriptionBillingAttemptSuccessState' }
         }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } } | null };

export type ReadContractsQueryVariables = Exact<{
  query: string;
  first: number;
}>;


export type ReadContractsQuery = { subscriptionContracts: { nodes: Array<{ id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
            | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
            | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
          | { __typename: 'BankAccount' }
          | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
          | { __typename: 'CustomerPaypalBillingAgreement' }
          | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
         | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
            | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
            | { __typename: 'SubscriptionBillingAttemptFailedState' }
            | { __typename: 'SubscriptionBillingAttemptPendingState' }
            | { __typename: 'SubscriptionBillingAttemptSuccessState' }
           }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } }> } };

export type ReadContractsPageQueryVariables = Exact<{
  after?: string | null;
}>;


export type ReadContractsPageQuery = { subscriptionContracts: { nodes: Array<{ id: string, status: SubscriptionContractSubscriptionStatus, currencyCode: CurrencyCode, revisionId: string, nextBillingDate: string | null, createdAt: string, updatedAt: string, lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
            | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
            | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
           }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, customerPaymentMethod: { id: string, instrument:
          | { __typename: 'BankAccount' }
          | { __typename: 'CustomerCreditCard', brand: string, lastDigits: string, expiryMonth: number, expiryYear: number }
          | { __typename: 'CustomerPaypalBillingAgreement' }
          | { __typename: 'CustomerShopPayAgreement', lastDigits: string, expiryMonth: number, expiryYear: number }
         | null } | null, originOrder: { id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalPriceSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } }> }, billingAttempts: { nodes: Array<{ state:
            | { __typename: 'SubscriptionBillingAttemptActionRequiredState' }
            | { __typename: 'SubscriptionBillingAttemptFailedState' }
            | { __typename: 'SubscriptionBillingAttemptPendingState' }
            | { __typename: 'SubscriptionBillingAttemptSuccessState' }
           }> }, billingPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number }, deliveryPrice: { amount: string, currencyCode: CurrencyCode } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReadContractLinesQueryVariables = Exact<{
  id: string | number;
  after?: string | null;
}>;


export type ReadContractLinesQuery = { subscriptionContract: { lines: { nodes: Array<{ id: string, title: string, variantTitle: string | null, quantity: number, sellingPlanId: string | null, sellingPlanName: string | null, variantImage: { url: string } | null, currentPrice: { amount: string, currencyCode: CurrencyCode }, lineDiscountedPrice: { amount: string, currencyCode: CurrencyCode }, pricingPolicy: { cycleDiscounts: Array<{ afterCycle: number, computedPrice: { amount: string, currencyCode: CurrencyCode } }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadContractDiscountsQueryVariables = Exact<{
  id: string | number;
  after?: string | null;
}>;


export type ReadContractDiscountsQuery = { subscriptionContract: { discounts: { nodes: Array<{ id: string, title: string | null, targetType: DiscountTargetType, recurringCycleLimit: number | null, usageCount: number, value:
          | { __typename: 'SubscriptionDiscountFixedAmountValue', appliesOnEachItem: boolean, amount: { amount: string, currencyCode: CurrencyCode } }
          | { __typename: 'SubscriptionDiscountPercentageValue', percentage: number }
         }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadContractOrdersQueryVariables = Exact<{
  id: string | number;
  after?: string | null;
}>;


export type ReadContractOrdersQuery = { subscriptionContract: { originOrder: { id: string } | null, orders: { nodes: Array<{ id: string, processedAt: string, totalDiscountsSet: { presentmentMoney: { amount: string, currencyCode: CurrencyCode } } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadContractPoliciesQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadContractPoliciesQuery = { subscriptionContract: { billingPolicy: { interval: SellingPlanInterval, intervalCount: number, minCycles: number | null, maxCycles: number | null, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null, cutoffDay: number | null }> }, deliveryPolicy: { interval: SellingPlanInterval, intervalCount: number, anchors: Array<{ type: SellingPlanAnchorType, day: number, month: number | null, cutoffDay: number | null }> } } | null };

export type FixedDayFactsFragment = { type: SellingPlanAnchorType, day: number, month: number | null, cutoffDay: number | null };

export type CustomerFactsFragment = { id: string, firstName: string | null, lastName: string | null, locale: string, createdAt: string, updatedAt: string, defaultEmailAddress: { emailAddress: string } | null };

export type ReadCustomerQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadCustomerQuery = { customer: { id: string, firstName: string | null, lastName: string | null, locale: string, createdAt: string, updatedAt: string, defaultEmailAddress: { emailAddress: string } | null } | null };

export type ReadCustomersQueryVariables = Exact<{
  query: string;
  first: number;
}>;


export type ReadCustomersQuery = { customers: { nodes: Array<{ id: string, firstName: string | null, lastName: string | null, locale: string, createdAt: string, updatedAt: string, defaultEmailAddress: { emailAddress: string } | null }> } };

export type ReadCustomersPageQueryVariables = Exact<{
  after?: string | null;
}>;


export type ReadCustomersPageQuery = { customers: { nodes: Array<{ id: string, firstName: string | null, lastName: string | null, locale: string, createdAt: string, updatedAt: string, defaultEmailAddress: { emailAddress: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CheckCustomerAccessQueryVariables = Exact<{ [key: string]: never; }>;


export type CheckCustomerAccessQuery = { customers: { nodes: Array<{ firstName: string | null, defaultEmailAddress: { emailAddress: string } | null }> } };

export type ReadCustomerMetafieldsQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
  namespace: string;
  key: string;
}>;


export type ReadCustomerMetafieldsQuery = { nodes: Array<
    | { id: string, metafield: { value: string } | null }
    | Record<PropertyKey, never>
   | null> };

export type FindCustomersQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type FindCustomersQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export type OrderFactsFragment = { id: string, name: string, email: string | null, test: boolean, createdAt: string, processedAt: string, updatedAt: string, cancelledAt: string | null, currencyCode: CurrencyCode, presentmentCurrencyCode: CurrencyCode, taxesIncluded: boolean, displayFinancialStatus: OrderDisplayFinancialStatus | null, displayFulfillmentStatus: OrderDisplayFulfillmentStatus, paymentGatewayNames: Array<string>, attribution: { displayName: string } | null, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, shippingAddress: { name: string | null, province: string | null, countryCodeV2: CountryCode | null } | null, billingAddress: { name: string | null } | null, originalTotalPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode }, presentmentMoney: { amount: string, currencyCode: CurrencyCode } }, subtotalPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalTaxSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalDiscountsSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalTipReceivedSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, originalTotalDutiesSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, originalTotalAdditionalFeesSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, shippingLine: { discountedPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
        | { __typename: 'AutomaticDiscountApplication' }
        | { __typename: 'DiscountCodeApplication', code: string }
        | { __typename: 'ManualDiscountApplication', title: string }
        | { __typename: 'ScriptDiscountApplication' }
       }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> } | null, fulfillments: Array<{ createdAt: string, status: FulfillmentStatus }>, transactions: Array<{ id: string, kind: OrderTransactionKind, status: OrderTransactionStatus, gateway: string | null, processedAt: string | null, errorCode: OrderTransactionErrorCode | null, amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }>, refunds: Array<{ id: string }>, disputes: Array<{ id: string, initiatedAs: DisputeType, status: DisputeStatus }> };

export type SoldLineFactsFragment = { title: string, id: string, quantity: number, isGiftCard: boolean, requiresShipping: boolean, variant: { id: string } | null, sellingPlan: { name: string, sellingPlanId: string | null } | null, contract: { id: string, originOrder: { id: string } | null } | null, product: { id: string } | null, originalTotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
      | { __typename: 'AutomaticDiscountApplication' }
      | { __typename: 'DiscountCodeApplication', code: string }
      | { __typename: 'ManualDiscountApplication', title: string }
      | { __typename: 'ScriptDiscountApplication' }
     }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> };

export type ReadOrderFactsQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadOrderFactsQuery = { order: { id: string, name: string, email: string | null, test: boolean, createdAt: string, processedAt: string, updatedAt: string, cancelledAt: string | null, currencyCode: CurrencyCode, presentmentCurrencyCode: CurrencyCode, taxesIncluded: boolean, displayFinancialStatus: OrderDisplayFinancialStatus | null, displayFulfillmentStatus: OrderDisplayFulfillmentStatus, paymentGatewayNames: Array<string>, lineItems: { nodes: Array<{ title: string, id: string, quantity: number, isGiftCard: boolean, requiresShipping: boolean, variant: { id: string } | null, sellingPlan: { name: string, sellingPlanId: string | null } | null, contract: { id: string, originOrder: { id: string } | null } | null, product: { id: string } | null, originalTotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
            | { __typename: 'AutomaticDiscountApplication' }
            | { __typename: 'DiscountCodeApplication', code: string }
            | { __typename: 'ManualDiscountApplication', title: string }
            | { __typename: 'ScriptDiscountApplication' }
           }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, attribution: { displayName: string } | null, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, shippingAddress: { name: string | null, province: string | null, countryCodeV2: CountryCode | null } | null, billingAddress: { name: string | null } | null, originalTotalPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode }, presentmentMoney: { amount: string, currencyCode: CurrencyCode } }, subtotalPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalTaxSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalDiscountsSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalTipReceivedSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, originalTotalDutiesSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, originalTotalAdditionalFeesSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, shippingLine: { discountedPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
          | { __typename: 'AutomaticDiscountApplication' }
          | { __typename: 'DiscountCodeApplication', code: string }
          | { __typename: 'ManualDiscountApplication', title: string }
          | { __typename: 'ScriptDiscountApplication' }
         }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> } | null, fulfillments: Array<{ createdAt: string, status: FulfillmentStatus }>, transactions: Array<{ id: string, kind: OrderTransactionKind, status: OrderTransactionStatus, gateway: string | null, processedAt: string | null, errorCode: OrderTransactionErrorCode | null, amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }>, refunds: Array<{ id: string }>, disputes: Array<{ id: string, initiatedAs: DisputeType, status: DisputeStatus }> } | null };

export type ReadManyOrderFactsQueryVariables = Exact<{
  query: string;
  first: number;
}>;


export type ReadManyOrderFactsQuery = { orders: { nodes: Array<{ id: string, name: string, email: string | null, test: boolean, createdAt: string, processedAt: string, updatedAt: string, cancelledAt: string | null, currencyCode: CurrencyCode, presentmentCurrencyCode: CurrencyCode, taxesIncluded: boolean, displayFinancialStatus: OrderDisplayFinancialStatus | null, displayFulfillmentStatus: OrderDisplayFulfillmentStatus, paymentGatewayNames: Array<string>, lineItems: { nodes: Array<{ title: string, id: string, quantity: number, isGiftCard: boolean, requiresShipping: boolean, variant: { id: string } | null, sellingPlan: { name: string, sellingPlanId: string | null } | null, contract: { id: string, originOrder: { id: string } | null } | null, product: { id: string } | null, originalTotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
              | { __typename: 'AutomaticDiscountApplication' }
              | { __typename: 'DiscountCodeApplication', code: string }
              | { __typename: 'ManualDiscountApplication', title: string }
              | { __typename: 'ScriptDiscountApplication' }
             }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, attribution: { displayName: string } | null, customAttributes: Array<{ key: string, value: string | null }>, customer: { id: string } | null, shippingAddress: { name: string | null, province: string | null, countryCodeV2: CountryCode | null } | null, billingAddress: { name: string | null } | null, originalTotalPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode }, presentmentMoney: { amount: string, currencyCode: CurrencyCode } }, subtotalPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalTaxSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalDiscountsSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, totalTipReceivedSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, originalTotalDutiesSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, originalTotalAdditionalFeesSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } | null, shippingLine: { discountedPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
            | { __typename: 'AutomaticDiscountApplication' }
            | { __typename: 'DiscountCodeApplication', code: string }
            | { __typename: 'ManualDiscountApplication', title: string }
            | { __typename: 'ScriptDiscountApplication' }
           }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> } | null, fulfillments: Array<{ createdAt: string, status: FulfillmentStatus }>, transactions: Array<{ id: string, kind: OrderTransactionKind, status: OrderTransactionStatus, gateway: string | null, processedAt: string | null, errorCode: OrderTransactionErrorCode | null, amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }>, refunds: Array<{ id: string }>, disputes: Array<{ id: string, initiatedAs: DisputeType, status: DisputeStatus }> }> } };

export type ReadSoldLinesQueryVariables = Exact<{
  id: string | number;
  after?: string | null;
}>;


export type ReadSoldLinesQuery = { order: { lineItems: { nodes: Array<{ title: string, id: string, quantity: number, isGiftCard: boolean, requiresShipping: boolean, variant: { id: string } | null, sellingPlan: { name: string, sellingPlanId: string | null } | null, contract: { id: string, originOrder: { id: string } | null } | null, product: { id: string } | null, originalTotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
            | { __typename: 'AutomaticDiscountApplication' }
            | { __typename: 'DiscountCodeApplication', code: string }
            | { __typename: 'ManualDiscountApplication', title: string }
            | { __typename: 'ScriptDiscountApplication' }
           }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadDisputeQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadDisputeQuery = { dispute: { id: string, initiatedAt: string, finalizedOn: string | null, amount: { amount: string, currencyCode: CurrencyCode }, reasonDetails: { reason: ShopifyPaymentsDisputeReason } } | null };

export type ReadOrderQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadOrderQuery = { order: { id: string, name: string, cancelledAt: string | null, updatedAt: string, taxesIncluded: boolean, discountCodes: Array<string>, displayFinancialStatus: OrderDisplayFinancialStatus | null, totalPriceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, totalReceivedSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, totalTipReceivedSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, refunds: Array<{ id: string, createdAt: string | null, totalRefundedSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, duties: Array<{ amountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> | null, refundShippingLines: { nodes: Array<{ subtotalAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, taxAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> }, refundLineItems: { nodes: Array<{ quantity: number, lineItem: { id: string }, subtotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, totalTaxSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, lineItems: { nodes: Array<{ id: string, quantity: number, isGiftCard: boolean, requiresShipping: boolean, product: { id: string } | null, originalTotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
            | { __typename: 'AutomaticDiscountApplication' }
            | { __typename: 'DiscountCodeApplication', code: string }
            | { __typename: 'ManualDiscountApplication', title: string }
            | { __typename: 'ScriptDiscountApplication' }
           }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadOrderLinesQueryVariables = Exact<{
  id: string | number;
  after?: string | null;
}>;


export type ReadOrderLinesQuery = { order: { lineItems: { nodes: Array<{ id: string, quantity: number, isGiftCard: boolean, requiresShipping: boolean, product: { id: string } | null, originalTotalSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountAllocations: Array<{ allocatedAmountSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } }, discountApplication:
            | { __typename: 'AutomaticDiscountApplication' }
            | { __typename: 'DiscountCodeApplication', code: string }
            | { __typename: 'ManualDiscountApplication', title: string }
            | { __typename: 'ScriptDiscountApplication' }
           }>, taxLines: Array<{ priceSet: { shopMoney: { amount: string, currencyCode: CurrencyCode } } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadPlanGroupsPageQueryVariables = Exact<{
  after?: string | null;
}>;


export type ReadPlanGroupsPageQuery = { sellingPlanGroups: { nodes: Array<{ id: string, name: string, appId: string | null, description: string | null, sellingPlans: { nodes: Array<{ id: string, name: string, position: number | null, trialDays: { value: string } | null, billingPolicy:
            | { __typename: 'SellingPlanFixedBillingPolicy' }
            | { __typename: 'SellingPlanRecurringBillingPolicy', interval: SellingPlanInterval, intervalCount: number }
          , deliveryPolicy:
            | { __typename: 'SellingPlanFixedDeliveryPolicy' }
            | { __typename: 'SellingPlanRecurringDeliveryPolicy', interval: SellingPlanInterval, intervalCount: number }
          , pricingPolicies: Array<
            | { __typename: 'SellingPlanFixedPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, adjustmentValue:
                | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
                | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
               }
            | { __typename: 'SellingPlanRecurringPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, afterCycle: number | null, adjustmentValue:
                | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
                | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
               }
          > }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReadPlanGroupQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadPlanGroupQuery = { sellingPlanGroup: { id: string, name: string, appId: string | null, description: string | null, sellingPlans: { nodes: Array<{ id: string, name: string, position: number | null, trialDays: { value: string } | null, billingPolicy:
          | { __typename: 'SellingPlanFixedBillingPolicy' }
          | { __typename: 'SellingPlanRecurringBillingPolicy', interval: SellingPlanInterval, intervalCount: number }
        , deliveryPolicy:
          | { __typename: 'SellingPlanFixedDeliveryPolicy' }
          | { __typename: 'SellingPlanRecurringDeliveryPolicy', interval: SellingPlanInterval, intervalCount: number }
        , pricingPolicies: Array<
          | { __typename: 'SellingPlanFixedPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, adjustmentValue:
              | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
              | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
             }
          | { __typename: 'SellingPlanRecurringPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, afterCycle: number | null, adjustmentValue:
              | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
              | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
             }
        > }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadPlansOfGroupQueryVariables = Exact<{
  id: string | number;
  after?: string | null;
}>;


export type ReadPlansOfGroupQuery = { sellingPlanGroup: { sellingPlans: { nodes: Array<{ id: string, name: string, position: number | null, trialDays: { value: string } | null, billingPolicy:
          | { __typename: 'SellingPlanFixedBillingPolicy' }
          | { __typename: 'SellingPlanRecurringBillingPolicy', interval: SellingPlanInterval, intervalCount: number }
        , deliveryPolicy:
          | { __typename: 'SellingPlanFixedDeliveryPolicy' }
          | { __typename: 'SellingPlanRecurringDeliveryPolicy', interval: SellingPlanInterval, intervalCount: number }
        , pricingPolicies: Array<
          | { __typename: 'SellingPlanFixedPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, adjustmentValue:
              | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
              | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
             }
          | { __typename: 'SellingPlanRecurringPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, afterCycle: number | null, adjustmentValue:
              | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
              | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
             }
        > }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ReadProductOffersQueryVariables = Exact<{
  productId: string | number;
  after?: string | null;
}>;


export type ReadProductOffersQuery = { product: { title: string } | null, sellingPlanGroups: { nodes: Array<{ id: string, appliesToProduct: boolean, appliesToProductVariants: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReadVariantProductQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadVariantProductQuery = { productVariant: { title: string, product: { id: string, title: string } } | null };

export type ReadVariantOffersQueryVariables = Exact<{
  productId: string | number;
  variantId: string | number;
  after?: string | null;
}>;


export type ReadVariantOffersQuery = { sellingPlanGroups: { nodes: Array<{ id: string, appliesToProduct: boolean, appliesToProductVariant: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PlanGroupFactsFragment = { id: string, name: string, appId: string | null, description: string | null, sellingPlans: { nodes: Array<{ id: string, name: string, position: number | null, trialDays: { value: string } | null, billingPolicy:
        | { __typename: 'SellingPlanFixedBillingPolicy' }
        | { __typename: 'SellingPlanRecurringBillingPolicy', interval: SellingPlanInterval, intervalCount: number }
      , deliveryPolicy:
        | { __typename: 'SellingPlanFixedDeliveryPolicy' }
        | { __typename: 'SellingPlanRecurringDeliveryPolicy', interval: SellingPlanInterval, intervalCount: number }
      , pricingPolicies: Array<
        | { __typename: 'SellingPlanFixedPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, adjustmentValue:
            | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
            | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
           }
        | { __typename: 'SellingPlanRecurringPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, afterCycle: number | null, adjustmentValue:
            | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
            | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
           }
      > }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PlanFactsFragment = { id: string, name: string, position: number | null, trialDays: { value: string } | null, billingPolicy:
    | { __typename: 'SellingPlanFixedBillingPolicy' }
    | { __typename: 'SellingPlanRecurringBillingPolicy', interval: SellingPlanInterval, intervalCount: number }
  , deliveryPolicy:
    | { __typename: 'SellingPlanFixedDeliveryPolicy' }
    | { __typename: 'SellingPlanRecurringDeliveryPolicy', interval: SellingPlanInterval, intervalCount: number }
  , pricingPolicies: Array<
    | { __typename: 'SellingPlanFixedPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, adjustmentValue:
        | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
        | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
       }
    | { __typename: 'SellingPlanRecurringPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, afterCycle: number | null, adjustmentValue:
        | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
        | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
       }
  > };

export type ReadPlanNamesPageQueryVariables = Exact<{
  after?: string | null;
}>;


export type ReadPlanNamesPageQuery = { sellingPlanGroups: { nodes: Array<{ sellingPlans: { nodes: Array<{ name: string, en: Array<{ key: string, value: string | null }>, de: Array<{ key: string, value: string | null }>, fr: Array<{ key: string, value: string | null }>, es: Array<{ key: string, value: string | null }>, ja: Array<{ key: string, value: string | null }> }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TranslatedTextFragment = { key: string, value: string | null };

export type SearchProductsQueryVariables = Exact<{
  query?: string | null;
  after?: string | null;
}>;


export type SearchProductsQuery = { products: { nodes: Array<{ id: string, title: string, status: ProductStatus, isGiftCard: boolean, priceRangeV2: { minVariantPrice: { amount: string, currencyCode: CurrencyCode } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReadProductsOfPlanGroupQueryVariables = Exact<{
  id: string | number;
  after?: string | null;
}>;


export type ReadProductsOfPlanGroupQuery = { sellingPlanGroup: { products: { nodes: Array<{ id: string, title: string, status: ProductStatus, isGiftCard: boolean, priceRangeV2: { minVariantPrice: { amount: string, currencyCode: CurrencyCode } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ProductFactsFragment = { id: string, title: string, status: ProductStatus, isGiftCard: boolean, priceRangeV2: { minVariantPrice: { amount: string, currencyCode: CurrencyCode } } };

export type ReadShopQueryVariables = Exact<{ [key: string]: never; }>;


export type ReadShopQuery = { shop: { id: string, name: string, myshopifyDomain: string, contactEmail: string, url: string, ianaTimezone: string, currencyCode: CurrencyCode, taxesIncluded: boolean, customerAccountsV2: { url: string | null }, plan: { partnerDevelopment: boolean } } };

export type ReadInstallationQueryVariables = Exact<{ [key: string]: never; }>;


export type ReadInstallationQuery = { currentAppInstallation: { id: string, accessScopes: Array<{ handle: string }> } };

export type ReadTaggedCustomersQueryVariables = Exact<{
  query: string;
  after?: string | null;
}>;


export type ReadTaggedCustomersQuery = { customers: { nodes: Array<{ tags: Array<string>, id: string, firstName: string | null, lastName: string | null, locale: string, createdAt: string, updatedAt: string, defaultEmailAddress: { emailAddress: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SetMetafieldsMutationVariables = Exact<{
  metafields: Array<MetafieldsSetInput> | MetafieldsSetInput;
}>;


export type SetMetafieldsMutation = { metafieldsSet: { metafields: Array<{ id: string }> | null, userErrors: Array<{ field: Array<string> | null, message: string, code: MetafieldsSetUserErrorCode | null }> } | null };

export type DeleteMetafieldsMutationVariables = Exact<{
  metafields: Array<MetafieldIdentifierInput> | MetafieldIdentifierInput;
}>;


export type DeleteMetafieldsMutation = { metafieldsDelete: { userErrors: Array<{ field: Array<string> | null, message: string }> } | null };

export type CreatePlanGroupMutationVariables = Exact<{
  input: SellingPlanGroupInput;
  resources?: SellingPlanGroupResourceInput | null;
}>;


export type CreatePlanGroupMutation = { sellingPlanGroupCreate: { sellingPlanGroup: { id: string, name: string, appId: string | null, description: string | null, sellingPlans: { nodes: Array<{ id: string, name: string, position: number | null, trialDays: { value: string } | null, billingPolicy:
            | { __typename: 'SellingPlanFixedBillingPolicy' }
            | { __typename: 'SellingPlanRecurringBillingPolicy', interval: SellingPlanInterval, intervalCount: number }
          , deliveryPolicy:
            | { __typename: 'SellingPlanFixedDeliveryPolicy' }
            | { __typename: 'SellingPlanRecurringDeliveryPolicy', interval: SellingPlanInterval, intervalCount: number }
          , pricingPolicies: Array<
            | { __typename: 'SellingPlanFixedPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, adjustmentValue:
                | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
                | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
               }
            | { __typename: 'SellingPlanRecurringPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, afterCycle: number | null, adjustmentValue:
                | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
                | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
               }
          > }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SellingPlanGroupUserErrorCode | null }> } | null };

export type ChangePlanGroupMutationVariables = Exact<{
  id: string | number;
  input: SellingPlanGroupInput;
}>;


export type ChangePlanGroupMutation = { sellingPlanGroupUpdate: { sellingPlanGroup: { id: string, name: string, appId: string | null, description: string | null, sellingPlans: { nodes: Array<{ id: string, name: string, position: number | null, trialDays: { value: string } | null, billingPolicy:
            | { __typename: 'SellingPlanFixedBillingPolicy' }
            | { __typename: 'SellingPlanRecurringBillingPolicy', interval: SellingPlanInterval, intervalCount: number }
          , deliveryPolicy:
            | { __typename: 'SellingPlanFixedDeliveryPolicy' }
            | { __typename: 'SellingPlanRecurringDeliveryPolicy', interval: SellingPlanInterval, intervalCount: number }
          , pricingPolicies: Array<
            | { __typename: 'SellingPlanFixedPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, adjustmentValue:
                | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
                | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
               }
            | { __typename: 'SellingPlanRecurringPricingPolicy', adjustmentType: SellingPlanPricingPolicyAdjustmentType, afterCycle: number | null, adjustmentValue:
                | { __typename: 'MoneyV2', amount: string, currencyCode: CurrencyCode }
                | { __typename: 'SellingPlanPricingPolicyPercentageValue', percentage: number }
               }
          > }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SellingPlanGroupUserErrorCode | null }> } | null };

export type DeletePlanGroupMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePlanGroupMutation = { sellingPlanGroupDelete: { deletedSellingPlanGroupId: string | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SellingPlanGroupUserErrorCode | null }> } | null };

export type AddPlanGroupProductsMutationVariables = Exact<{
  id: string | number;
  productIds: Array<string | number> | string | number;
}>;


export type AddPlanGroupProductsMutation = { sellingPlanGroupAddProducts: { sellingPlanGroup: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SellingPlanGroupUserErrorCode | null }> } | null };

export type RemovePlanGroupProductsMutationVariables = Exact<{
  id: string | number;
  productIds: Array<string | number> | string | number;
}>;


export type RemovePlanGroupProductsMutation = { sellingPlanGroupRemoveProducts: { removedProductIds: Array<string> | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SellingPlanGroupUserErrorCode | null }> } | null };

export type AddPlanGroupVariantsMutationVariables = Exact<{
  id: string | number;
  variantIds: Array<string | number> | string | number;
}>;


export type AddPlanGroupVariantsMutation = { sellingPlanGroupAddProductVariants: { sellingPlanGroup: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SellingPlanGroupUserErrorCode | null }> } | null };

export type RemovePlanGroupVariantsMutationVariables = Exact<{
  id: string | number;
  variantIds: Array<string | number> | string | number;
}>;


export type RemovePlanGroupVariantsMutation = { sellingPlanGroupRemoveProductVariants: { removedProductVariantIds: Array<string> | null, userErrors: Array<{ field: Array<string> | null, message: string, code: SellingPlanGroupUserErrorCode | null }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ContractOrderFactsFragmentDoc = new TypedDocumentString(`
    fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
    `, {"fragmentName":"ContractOrderFacts"}) as unknown as TypedDocumentString<ContractOrderFactsFragment, unknown>;
export const BillingAttemptFactsFragmentDoc = new TypedDocumentString(`
    fragment BillingAttemptFacts on SubscriptionBillingAttempt {
  id
  idempotencyKey
  completedAt
  state {
    __typename
    ... on SubscriptionBillingAttemptSuccessState {
      order {
        ...ContractOrderFacts
        name
      }
    }
    ... on SubscriptionBillingAttemptActionRequiredState {
      action {
        ... on SubscriptionBillingAttemptPaymentChallenge {
          nextActionUrl
        }
      }
    }
    ... on SubscriptionBillingAttemptFailedState {
      error {
        __typename
        ... on SubscriptionBillingAttemptPaymentError {
          paymentCode: code
        }
        ... on SubscriptionBillingAttemptGeneralError {
          generalCode: code
        }
        ... on SubscriptionBillingAttemptInventoryError {
          inventoryCode: code
          insufficientStockProductVariants(first: 10) {
            nodes {
              displayName
            }
          }
        }
        ... on SubscriptionBillingAttemptUnexpectedError {
          message
        }
      }
    }
  }
}
    fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}`, {"fragmentName":"BillingAttemptFacts"}) as unknown as TypedDocumentString<BillingAttemptFactsFragment, unknown>;
export const BillingCycleFactsFragmentDoc = new TypedDocumentString(`
    fragment BillingCycleFacts on SubscriptionBillingCycle {
  cycleIndex
  cycleStartAt
  cycleEndAt
  billingAttemptExpectedDate
  skipped
  status
}
    `, {"fragmentName":"BillingCycleFacts"}) as unknown as TypedDocumentString<BillingCycleFactsFragment, unknown>;
export const PaymentMethodFactsFragmentDoc = new TypedDocumentString(`
    fragment PaymentMethodFacts on CustomerPaymentMethod {
  id
  revokedAt
}
    `, {"fragmentName":"PaymentMethodFacts"}) as unknown as TypedDocumentString<PaymentMethodFactsFragment, unknown>;
export const CodeCurrencyFragmentDoc = new TypedDocumentString(`
    fragment CodeCurrency on DiscountCodeNode {
  id
  codeDiscount {
    __typename
    ... on DiscountCodeBasic {
      customerGets {
        value {
          __typename
          ... on DiscountAmount {
            amount {
              currencyCode
            }
          }
        }
      }
      minimumRequirement {
        __typename
        ... on DiscountMinimumSubtotal {
          greaterThanOrEqualToSubtotal {
            currencyCode
          }
        }
      }
    }
  }
}
    `, {"fragmentName":"CodeCurrency"}) as unknown as TypedDocumentString<CodeCurrencyFragment, unknown>;
export const PastChargeFactsFragmentDoc = new TypedDocumentString(`
    fragment PastChargeFacts on SubscriptionBillingAttempt {
  id
  idempotencyKey
  createdAt
  completedAt
  subscriptionContract {
    id
  }
  state {
    __typename
    ... on SubscriptionBillingAttemptSuccessState {
      order {
        ...ContractOrderFacts
        name
      }
    }
    ... on SubscriptionBillingAttemptActionRequiredState {
      action {
        ... on SubscriptionBillingAttemptPaymentChallenge {
          nextActionUrl
        }
      }
    }
    ... on SubscriptionBillingAttemptFailedState {
      error {
        __typename
        ... on SubscriptionBillingAttemptPaymentError {
          paymentCode: code
        }
        ... on SubscriptionBillingAttemptGeneralError {
          generalCode: code
        }
        ... on SubscriptionBillingAttemptInventoryError {
          inventoryCode: code
        }
        ... on SubscriptionBillingAttemptUnexpectedError {
          message
        }
      }
    }
  }
}
    fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}`, {"fragmentName":"PastChargeFacts"}) as unknown as TypedDocumentString<PastChargeFactsFragment, unknown>;
export const RefundLineFactsFragmentDoc = new TypedDocumentString(`
    fragment RefundLineFacts on RefundLineItem {
  quantity
  lineItem {
    id
  }
  subtotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTaxSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}
    `, {"fragmentName":"RefundLineFacts"}) as unknown as TypedDocumentString<RefundLineFactsFragment, unknown>;
export const RefundFactsFragmentDoc = new TypedDocumentString(`
    fragment RefundFacts on Refund {
  id
  createdAt
  totalRefundedSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  duties {
    amountSet {
      shopMoney {
        amount
        currencyCode
      }
    }
  }
  refundShippingLines(first: 5) {
    nodes {
      subtotalAmountSet {
        shopMoney {
          amount
          currencyCode
        }
      }
      taxAmountSet {
        shopMoney {
          amount
          currencyCode
        }
      }
    }
  }
  refundLineItems(first: 20) {
    nodes {
      ...RefundLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment RefundLineFacts on RefundLineItem {
  quantity
  lineItem {
    id
  }
  subtotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTaxSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}`, {"fragmentName":"RefundFacts"}) as unknown as TypedDocumentString<RefundFactsFragment, unknown>;
export const ContractHeadFragmentDoc = new TypedDocumentString(`
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
    fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}`, {"fragmentName":"ContractHead"}) as unknown as TypedDocumentString<ContractHeadFragment, unknown>;
export const ContractLineFactsFragmentDoc = new TypedDocumentString(`
    fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
    `, {"fragmentName":"ContractLineFacts"}) as unknown as TypedDocumentString<ContractLineFactsFragment, unknown>;
export const ContractDiscountFactsFragmentDoc = new TypedDocumentString(`
    fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}
    `, {"fragmentName":"ContractDiscountFacts"}) as unknown as TypedDocumentString<ContractDiscountFactsFragment, unknown>;
export const ContractFactsFragmentDoc = new TypedDocumentString(`
    fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`, {"fragmentName":"ContractFacts"}) as unknown as TypedDocumentString<ContractFactsFragment, unknown>;
export const FixedDayFactsFragmentDoc = new TypedDocumentString(`
    fragment FixedDayFacts on SellingPlanAnchor {
  type
  day
  month
  cutoffDay
}
    `, {"fragmentName":"FixedDayFacts"}) as unknown as TypedDocumentString<FixedDayFactsFragment, unknown>;
export const CustomerFactsFragmentDoc = new TypedDocumentString(`
    fragment CustomerFacts on Customer {
  id
  firstName
  lastName
  locale
  createdAt
  updatedAt
  defaultEmailAddress {
    emailAddress
  }
}
    `, {"fragmentName":"CustomerFacts"}) as unknown as TypedDocumentString<CustomerFactsFragment, unknown>;
export const AllocationFactsFragmentDoc = new TypedDocumentString(`
    fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
    `, {"fragmentName":"AllocationFacts"}) as unknown as TypedDocumentString<AllocationFactsFragment, unknown>;
export const TaxFactsFragmentDoc = new TypedDocumentString(`
    fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}
    `, {"fragmentName":"TaxFacts"}) as unknown as TypedDocumentString<TaxFactsFragment, unknown>;
export const OrderFactsFragmentDoc = new TypedDocumentString(`
    fragment OrderFacts on Order {
  id
  name
  email
  test
  createdAt
  processedAt
  updatedAt
  cancelledAt
  currencyCode
  presentmentCurrencyCode
  taxesIncluded
  displayFinancialStatus
  displayFulfillmentStatus
  paymentGatewayNames
  attribution {
    displayName
  }
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  shippingAddress {
    name
    province
    countryCodeV2
  }
  billingAddress {
    name
  }
  originalTotalPriceSet {
    shopMoney {
      amount
      currencyCode
    }
    presentmentMoney {
      amount
      currencyCode
    }
  }
  subtotalPriceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTaxSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalDiscountsSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTipReceivedSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  originalTotalDutiesSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  originalTotalAdditionalFeesSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  shippingLine {
    discountedPriceSet {
      shopMoney {
        amount
        currencyCode
      }
    }
    discountAllocations {
      ...AllocationFacts
    }
    taxLines {
      ...TaxFacts
    }
  }
  fulfillments(first: 20) {
    createdAt
    status
  }
  transactions(first: 50) {
    id
    kind
    status
    gateway
    processedAt
    errorCode
    amountSet {
      shopMoney {
        amount
        currencyCode
      }
    }
  }
  refunds(first: 50) {
    id
  }
  disputes {
    id
    initiatedAs
    status
  }
}
    fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}`, {"fragmentName":"OrderFacts"}) as unknown as TypedDocumentString<OrderFactsFragment, unknown>;
export const PaidLineFactsFragmentDoc = new TypedDocumentString(`
    fragment PaidLineFacts on LineItem {
  id
  quantity
  isGiftCard
  requiresShipping
  product {
    id
  }
  originalTotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountAllocations {
    ...AllocationFacts
  }
  taxLines {
    ...TaxFacts
  }
}
    fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}`, {"fragmentName":"PaidLineFacts"}) as unknown as TypedDocumentString<PaidLineFactsFragment, unknown>;
export const SoldLineFactsFragmentDoc = new TypedDocumentString(`
    fragment SoldLineFacts on LineItem {
  ...PaidLineFacts
  title
  variant {
    id
  }
  sellingPlan {
    name
    sellingPlanId
  }
  contract {
    id
    originOrder {
      id
    }
  }
}
    fragment PaidLineFacts on LineItem {
  id
  quantity
  isGiftCard
  requiresShipping
  product {
    id
  }
  originalTotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountAllocations {
    ...AllocationFacts
  }
  taxLines {
    ...TaxFacts
  }
}
fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}`, {"fragmentName":"SoldLineFacts"}) as unknown as TypedDocumentString<SoldLineFactsFragment, unknown>;
export const PlanFactsFragmentDoc = new TypedDocumentString(`
    fragment PlanFacts on SellingPlan {
  id
  name
  position
  trialDays: metafield(namespace: "$app", key: "trial_days") {
    value
  }
  billingPolicy {
    __typename
    ... on SellingPlanRecurringBillingPolicy {
      interval
      intervalCount
    }
  }
  deliveryPolicy {
    __typename
    ... on SellingPlanRecurringDeliveryPolicy {
      interval
      intervalCount
    }
  }
  pricingPolicies {
    __typename
    ... on SellingPlanPricingPolicyBase {
      adjustmentType
      adjustmentValue {
        __typename
        ... on SellingPlanPricingPolicyPercentageValue {
          percentage
        }
        ... on MoneyV2 {
          amount
          currencyCode
        }
      }
    }
    ... on SellingPlanRecurringPricingPolicy {
      afterCycle
    }
  }
}
    `, {"fragmentName":"PlanFacts"}) as unknown as TypedDocumentString<PlanFactsFragment, unknown>;
export const PlanGroupFactsFragmentDoc = new TypedDocumentString(`
    fragment PlanGroupFacts on SellingPlanGroup {
  id
  name
  appId
  description
  sellingPlans(first: 20) {
    nodes {
      ...PlanFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment PlanFacts on SellingPlan {
  id
  name
  position
  trialDays: metafield(namespace: "$app", key: "trial_days") {
    value
  }
  billingPolicy {
    __typename
    ... on SellingPlanRecurringBillingPolicy {
      interval
      intervalCount
    }
  }
  deliveryPolicy {
    __typename
    ... on SellingPlanRecurringDeliveryPolicy {
      interval
      intervalCount
    }
  }
  pricingPolicies {
    __typename
    ... on SellingPlanPricingPolicyBase {
      adjustmentType
      adjustmentValue {
        __typename
        ... on SellingPlanPricingPolicyPercentageValue {
          percentage
        }
        ... on MoneyV2 {
          amount
          currencyCode
        }
      }
    }
    ... on SellingPlanRecurringPricingPolicy {
      afterCycle
    }
  }
}`, {"fragmentName":"PlanGroupFacts"}) as unknown as TypedDocumentString<PlanGroupFactsFragment, unknown>;
export const TranslatedTextFragmentDoc = new TypedDocumentString(`
    fragment TranslatedText on Translation {
  key
  value
}
    `, {"fragmentName":"TranslatedText"}) as unknown as TypedDocumentString<TranslatedTextFragment, unknown>;
export const ProductFactsFragmentDoc = new TypedDocumentString(`
    fragment ProductFacts on Product {
  id
  title
  status
  isGiftCard
  priceRangeV2 {
    minVariantPrice {
      amount
      currencyCode
    }
  }
}
    `, {"fragmentName":"ProductFacts"}) as unknown as TypedDocumentString<ProductFactsFragment, unknown>;
export const CancelContractDocument = new TypedDocumentString(`
    mutation CancelContract($id: ID!, $actor: SubscriptionActor!) {
  subscriptionContractCancel(subscriptionContractId: $id, actor: $actor) {
    contract {
      ...ContractFacts
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<CancelContractMutation, CancelContractMutationVariables>;
export const PauseContractDocument = new TypedDocumentString(`
    mutation PauseContract($id: ID!, $actor: SubscriptionActor!) {
  subscriptionContractPause(subscriptionContractId: $id, actor: $actor) {
    contract {
      ...ContractFacts
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<PauseContractMutation, PauseContractMutationVariables>;
export const ActivateContractDocument = new TypedDocumentString(`
    mutation ActivateContract($id: ID!, $actor: SubscriptionActor!) {
  subscriptionContractActivate(subscriptionContractId: $id, actor: $actor) {
    contract {
      ...ContractFacts
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<ActivateContractMutation, ActivateContractMutationVariables>;
export const SetNextBillingDateDocument = new TypedDocumentString(`
    mutation SetNextBillingDate($id: ID!, $date: DateTime!) {
  subscriptionContractSetNextBillingDate(contractId: $id, date: $date) {
    contract {
      ...ContractFacts
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<SetNextBillingDateMutation, SetNextBillingDateMutationVariables>;
export const MoveNextBillingDateDocument = new TypedDocumentString(`
    mutation MoveNextBillingDate($id: ID!, $date: DateTime!) {
  subscriptionContractSetNextBillingDate(contractId: $id, date: $date) {
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<MoveNextBillingDateMutation, MoveNextBillingDateMutationVariables>;
export const OpenContractDraftDocument = new TypedDocumentString(`
    mutation OpenContractDraft($contractId: ID!) {
  subscriptionContractUpdate(contractId: $contractId) {
    draft {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<OpenContractDraftMutation, OpenContractDraftMutationVariables>;
export const AddDraftDiscountDocument = new TypedDocumentString(`
    mutation AddDraftDiscount($draftId: ID!, $title: String!, $value: SubscriptionManualDiscountValueInput!, $recurringCycleLimit: Int) {
  subscriptionDraftDiscountAdd(
    draftId: $draftId
    input: {title: $title, value: $value, recurringCycleLimit: $recurringCycleLimit, entitledLines: {all: true}}
  ) {
    discountAdded {
      id
      value {
        __typename
        ... on SubscriptionDiscountFixedAmountValue {
          amount {
            currencyCode
          }
        }
      }
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<AddDraftDiscountMutation, AddDraftDiscountMutationVariables>;
export const RemoveDraftDiscountDocument = new TypedDocumentString(`
    mutation RemoveDraftDiscount($draftId: ID!, $discountId: ID!) {
  subscriptionDraftDiscountRemove(draftId: $draftId, discountId: $discountId) {
    discountRemoved {
      __typename
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveDraftDiscountMutation, RemoveDraftDiscountMutationVariables>;
export const SetDraftIntervalDocument = new TypedDocumentString(`
    mutation SetDraftInterval($draftId: ID!, $billingPolicy: SubscriptionBillingPolicyInput!, $deliveryPolicy: SubscriptionDeliveryPolicyInput!, $nextBillingDate: DateTime) {
  subscriptionDraftUpdate(
    draftId: $draftId
    input: {billingPolicy: $billingPolicy, deliveryPolicy: $deliveryPolicy, nextBillingDate: $nextBillingDate}
  ) {
    draft {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<SetDraftIntervalMutation, SetDraftIntervalMutationVariables>;
export const CommitDraftDocument = new TypedDocumentString(`
    mutation CommitDraft($draftId: ID!) {
  subscriptionDraftCommit(draftId: $draftId) {
    contract {
      ...ContractFacts
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<CommitDraftMutation, CommitDraftMutationVariables>;
export const SetDraftLinePriceDocument = new TypedDocumentString(`
    mutation SetDraftLinePrice($draftId: ID!, $lineId: ID!, $currentPrice: Decimal!) {
  subscriptionDraftLineUpdate(
    draftId: $draftId
    lineId: $lineId
    input: {currentPrice: $currentPrice}
  ) {
    draft {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<SetDraftLinePriceMutation, SetDraftLinePriceMutationVariables>;
export const SetDraftDateDocument = new TypedDocumentString(`
    mutation SetDraftDate($draftId: ID!, $nextBillingDate: DateTime!) {
  subscriptionDraftUpdate(
    draftId: $draftId
    input: {nextBillingDate: $nextBillingDate}
  ) {
    draft {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<SetDraftDateMutation, SetDraftDateMutationVariables>;
export const CreateBillingAttemptDocument = new TypedDocumentString(`
    mutation CreateBillingAttempt($contractId: ID!, $input: SubscriptionBillingAttemptInput!) {
  subscriptionBillingAttemptCreate(
    subscriptionContractId: $contractId
    subscriptionBillingAttemptInput: $input
  ) {
    subscriptionBillingAttempt {
      ...BillingAttemptFacts
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment BillingAttemptFacts on SubscriptionBillingAttempt {
  id
  idempotencyKey
  completedAt
  state {
    __typename
    ... on SubscriptionBillingAttemptSuccessState {
      order {
        ...ContractOrderFacts
        name
      }
    }
    ... on SubscriptionBillingAttemptActionRequiredState {
      action {
        ... on SubscriptionBillingAttemptPaymentChallenge {
          nextActionUrl
        }
      }
    }
    ... on SubscriptionBillingAttemptFailedState {
      error {
        __typename
        ... on SubscriptionBillingAttemptPaymentError {
          paymentCode: code
        }
        ... on SubscriptionBillingAttemptGeneralError {
          generalCode: code
        }
        ... on SubscriptionBillingAttemptInventoryError {
          inventoryCode: code
          insufficientStockProductVariants(first: 10) {
            nodes {
              displayName
            }
          }
        }
        ... on SubscriptionBillingAttemptUnexpectedError {
          message
        }
      }
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<CreateBillingAttemptMutation, CreateBillingAttemptMutationVariables>;
export const ReadBillingAttemptDocument = new TypedDocumentString(`
    query ReadBillingAttempt($id: ID!) {
  subscriptionBillingAttempt(id: $id) {
    ...BillingAttemptFacts
  }
}
    fragment BillingAttemptFacts on SubscriptionBillingAttempt {
  id
  idempotencyKey
  completedAt
  state {
    __typename
    ... on SubscriptionBillingAttemptSuccessState {
      order {
        ...ContractOrderFacts
        name
      }
    }
    ... on SubscriptionBillingAttemptActionRequiredState {
      action {
        ... on SubscriptionBillingAttemptPaymentChallenge {
          nextActionUrl
        }
      }
    }
    ... on SubscriptionBillingAttemptFailedState {
      error {
        __typename
        ... on SubscriptionBillingAttemptPaymentError {
          paymentCode: code
        }
        ... on SubscriptionBillingAttemptGeneralError {
          generalCode: code
        }
        ... on SubscriptionBillingAttemptInventoryError {
          inventoryCode: code
          insufficientStockProductVariants(first: 10) {
            nodes {
              displayName
            }
          }
        }
        ... on SubscriptionBillingAttemptUnexpectedError {
          message
        }
      }
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ReadBillingAttemptQuery, ReadBillingAttemptQueryVariables>;
export const ReadBillingAttemptsDocument = new TypedDocumentString(`
    query ReadBillingAttempts($query: String!, $first: Int!) {
  subscriptionBillingAttempts(first: $first, query: $query) {
    nodes {
      ...BillingAttemptFacts
    }
  }
}
    fragment BillingAttemptFacts on SubscriptionBillingAttempt {
  id
  idempotencyKey
  completedAt
  state {
    __typename
    ... on SubscriptionBillingAttemptSuccessState {
      order {
        ...ContractOrderFacts
        name
      }
    }
    ... on SubscriptionBillingAttemptActionRequiredState {
      action {
        ... on SubscriptionBillingAttemptPaymentChallenge {
          nextActionUrl
        }
      }
    }
    ... on SubscriptionBillingAttemptFailedState {
      error {
        __typename
        ... on SubscriptionBillingAttemptPaymentError {
          paymentCode: code
        }
        ... on SubscriptionBillingAttemptGeneralError {
          generalCode: code
        }
        ... on SubscriptionBillingAttemptInventoryError {
          inventoryCode: code
          insufficientStockProductVariants(first: 10) {
            nodes {
              displayName
            }
          }
        }
        ... on SubscriptionBillingAttemptUnexpectedError {
          message
        }
      }
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ReadBillingAttemptsQuery, ReadBillingAttemptsQueryVariables>;
export const ReadLatestBillingAttemptsDocument = new TypedDocumentString(`
    query ReadLatestBillingAttempts($contractId: ID!) {
  subscriptionContract(id: $contractId) {
    billingAttempts(first: 10, reverse: true) {
      nodes {
        ...BillingAttemptFacts
      }
    }
  }
}
    fragment BillingAttemptFacts on SubscriptionBillingAttempt {
  id
  idempotencyKey
  completedAt
  state {
    __typename
    ... on SubscriptionBillingAttemptSuccessState {
      order {
        ...ContractOrderFacts
        name
      }
    }
    ... on SubscriptionBillingAttemptActionRequiredState {
      action {
        ... on SubscriptionBillingAttemptPaymentChallenge {
          nextActionUrl
        }
      }
    }
    ... on SubscriptionBillingAttemptFailedState {
      error {
        __typename
        ... on SubscriptionBillingAttemptPaymentError {
          paymentCode: code
        }
        ... on SubscriptionBillingAttemptGeneralError {
          generalCode: code
        }
        ... on SubscriptionBillingAttemptInventoryError {
          inventoryCode: code
          insufficientStockProductVariants(first: 10) {
            nodes {
              displayName
            }
          }
        }
        ... on SubscriptionBillingAttemptUnexpectedError {
          message
        }
      }
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ReadLatestBillingAttemptsQuery, ReadLatestBillingAttemptsQueryVariables>;
export const ReadBillingCyclesDocument = new TypedDocumentString(`
    query ReadBillingCycles($contractId: ID!, $from: DateTime!, $to: DateTime!, $after: String) {
  subscriptionContract(id: $contractId) {
    updatedAt
    nextBillingDate
    billingPolicy {
      anchors {
        type
        day
        month
      }
    }
  }
  subscriptionBillingCycles(
    contractId: $contractId
    first: 20
    after: $after
    billingCyclesDateRangeSelector: {startDate: $from, endDate: $to}
  ) {
    nodes {
      ...BillingCycleFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment BillingCycleFacts on SubscriptionBillingCycle {
  cycleIndex
  cycleStartAt
  cycleEndAt
  billingAttemptExpectedDate
  skipped
  status
}`) as unknown as TypedDocumentString<ReadBillingCyclesQuery, ReadBillingCyclesQueryVariables>;
export const ReadBillingCycleDocument = new TypedDocumentString(`
    query ReadBillingCycle($contractId: ID!, $index: Int!) {
  subscriptionBillingCycle(
    billingCycleInput: {contractId: $contractId, selector: {index: $index}}
  ) {
    ...BillingCycleFacts
    billingAttempts(first: 10, reverse: true) {
      nodes {
        ...BillingAttemptFacts
      }
    }
  }
}
    fragment BillingAttemptFacts on SubscriptionBillingAttempt {
  id
  idempotencyKey
  completedAt
  state {
    __typename
    ... on SubscriptionBillingAttemptSuccessState {
      order {
        ...ContractOrderFacts
        name
      }
    }
    ... on SubscriptionBillingAttemptActionRequiredState {
      action {
        ... on SubscriptionBillingAttemptPaymentChallenge {
          nextActionUrl
        }
      }
    }
    ... on SubscriptionBillingAttemptFailedState {
      error {
        __typename
        ... on SubscriptionBillingAttemptPaymentError {
          paymentCode: code
        }
        ... on SubscriptionBillingAttemptGeneralError {
          generalCode: code
        }
        ... on SubscriptionBillingAttemptInventoryError {
          inventoryCode: code
          insufficientStockProductVariants(first: 10) {
            nodes {
              displayName
            }
          }
        }
        ... on SubscriptionBillingAttemptUnexpectedError {
          message
        }
      }
    }
  }
}
fragment BillingCycleFacts on SubscriptionBillingCycle {
  cycleIndex
  cycleStartAt
  cycleEndAt
  billingAttemptExpectedDate
  skipped
  status
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ReadBillingCycleQuery, ReadBillingCycleQueryVariables>;
export const EditBillingCycleDocument = new TypedDocumentString(`
    mutation EditBillingCycle($contractId: ID!, $index: Int!, $input: SubscriptionBillingCycleScheduleEditInput!) {
  subscriptionBillingCycleScheduleEdit(
    billingCycleInput: {contractId: $contractId, selector: {index: $index}}
    input: $input
  ) {
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<EditBillingCycleMutation, EditBillingCycleMutationVariables>;
export const ReadContractTermsDocument = new TypedDocumentString(`
    query ReadContractTerms($id: ID!) {
  subscriptionContract(id: $id) {
    ...ContractFacts
    note
    billingPolicy {
      anchors {
        ...FixedDayFacts
      }
    }
    deliveryPolicy {
      anchors {
        ...FixedDayFacts
      }
    }
    termsLines: lines(first: 50) {
      nodes {
        id
        customAttributes {
          key
          value
        }
        productId
        variantId
        requiresShipping
        pricingPolicy {
          basePrice {
            amount
            currencyCode
          }
          cycleDiscounts {
            afterCycle
            computedPrice {
              amount
              currencyCode
            }
          }
        }
      }
    }
    deliveryMethod {
      __typename
      ... on SubscriptionDeliveryMethodShipping {
        address {
          firstName
          lastName
          company
          address1
          address2
          city
          zip
          provinceCode
          countryCodeV2
          phone
        }
        shippingOption {
          code
          title
          presentmentTitle
          description
        }
      }
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}
fragment FixedDayFacts on SellingPlanAnchor {
  type
  day
  month
  cutoffDay
}`) as unknown as TypedDocumentString<ReadContractTermsQuery, ReadContractTermsQueryVariables>;
export const ReadProductVariantsDocument = new TypedDocumentString(`
    query ReadProductVariants($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Product {
      id
      variants(first: 50) {
        nodes {
          id
          title
          price
          availableForSale
          media(first: 1) {
            nodes {
              preview {
                image {
                  url(transform: {maxWidth: 192, maxHeight: 192})
                }
              }
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReadProductVariantsQuery, ReadProductVariantsQueryVariables>;
export const OpenRevisionDraftDocument = new TypedDocumentString(`
    mutation OpenRevisionDraft($contractId: ID!) {
  subscriptionContractUpdate(contractId: $contractId) {
    draft {
      id
      originalContract {
        revisionId
      }
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<OpenRevisionDraftMutation, OpenRevisionDraftMutationVariables>;
export const SetDraftLineDocument = new TypedDocumentString(`
    mutation SetDraftLine($draftId: ID!, $lineId: ID!, $input: SubscriptionLineUpdateInput!) {
  subscriptionDraftLineUpdate(draftId: $draftId, lineId: $lineId, input: $input) {
    draft {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<SetDraftLineMutation, SetDraftLineMutationVariables>;
export const SetDraftTermsDocument = new TypedDocumentString(`
    mutation SetDraftTerms($draftId: ID!, $input: SubscriptionDraftInput!) {
  subscriptionDraftUpdate(draftId: $draftId, input: $input) {
    draft {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<SetDraftTermsMutation, SetDraftTermsMutationVariables>;
export const CreateContractDocument = new TypedDocumentString(`
    mutation CreateContract($input: SubscriptionContractAtomicCreateInput!) {
  subscriptionContractAtomicCreate(input: $input) {
    contract {
      ...ContractFacts
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<CreateContractMutation, CreateContractMutationVariables>;
export const ReadContractKeysDocument = new TypedDocumentString(`
    query ReadContractKeys($customerId: ID!, $after: String) {
  customer(id: $customerId) {
    subscriptionContracts(first: 50, after: $after, reverse: true) {
      nodes {
        id
        customAttributes {
          key
          value
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReadContractKeysQuery, ReadContractKeysQueryVariables>;
export const ReadPaymentMethodsDocument = new TypedDocumentString(`
    query ReadPaymentMethods($customerIds: [ID!]!) {
  nodes(ids: $customerIds) {
    ... on Customer {
      id
      paymentMethods(first: 10, showRevoked: true) {
        nodes {
          ...PaymentMethodFacts
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
    fragment PaymentMethodFacts on CustomerPaymentMethod {
  id
  revokedAt
}`) as unknown as TypedDocumentString<ReadPaymentMethodsQuery, ReadPaymentMethodsQueryVariables>;
export const ReadMorePaymentMethodsDocument = new TypedDocumentString(`
    query ReadMorePaymentMethods($customerId: ID!, $after: String) {
  customer(id: $customerId) {
    paymentMethods(first: 50, after: $after, showRevoked: true) {
      nodes {
        ...PaymentMethodFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment PaymentMethodFacts on CustomerPaymentMethod {
  id
  revokedAt
}`) as unknown as TypedDocumentString<ReadMorePaymentMethodsQuery, ReadMorePaymentMethodsQueryVariables>;
export const ReadVariantsDocument = new TypedDocumentString(`
    query ReadVariants($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on ProductVariant {
      id
      title
      product {
        id
        title
      }
      inventoryItem {
        requiresShipping
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReadVariantsQuery, ReadVariantsQueryVariables>;
export const SetCreditCodeAmountDocument = new TypedDocumentString(`
    mutation SetCreditCodeAmount($id: ID!, $code: DiscountCodeBasicInput!) {
  discountCodeBasicUpdate(id: $id, basicCodeDiscount: $code) {
    codeDiscountNode {
      ...CodeCurrency
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment CodeCurrency on DiscountCodeNode {
  id
  codeDiscount {
    __typename
    ... on DiscountCodeBasic {
      customerGets {
        value {
          __typename
          ... on DiscountAmount {
            amount {
              currencyCode
            }
          }
        }
      }
      minimumRequirement {
        __typename
        ... on DiscountMinimumSubtotal {
          greaterThanOrEqualToSubtotal {
            currencyCode
          }
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<SetCreditCodeAmountMutation, SetCreditCodeAmountMutationVariables>;
export const CreateCreditCodeDocument = new TypedDocumentString(`
    mutation CreateCreditCode($code: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $code) {
    codeDiscountNode {
      ...CodeCurrency
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment CodeCurrency on DiscountCodeNode {
  id
  codeDiscount {
    __typename
    ... on DiscountCodeBasic {
      customerGets {
        value {
          __typename
          ... on DiscountAmount {
            amount {
              currencyCode
            }
          }
        }
      }
      minimumRequirement {
        __typename
        ... on DiscountMinimumSubtotal {
          greaterThanOrEqualToSubtotal {
            currencyCode
          }
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CreateCreditCodeMutation, CreateCreditCodeMutationVariables>;
export const ReadDiscountCodeDocument = new TypedDocumentString(`
    query ReadDiscountCode($code: String!) {
  codeDiscountNodeByCode(code: $code) {
    ...CodeCurrency
    codeDiscount {
      __typename
      ... on DiscountCodeBasic {
        status
        asyncUsageCount
      }
      ... on DiscountCodeBxgy {
        status
        asyncUsageCount
      }
      ... on DiscountCodeFreeShipping {
        status
        asyncUsageCount
      }
    }
  }
}
    fragment CodeCurrency on DiscountCodeNode {
  id
  codeDiscount {
    __typename
    ... on DiscountCodeBasic {
      customerGets {
        value {
          __typename
          ... on DiscountAmount {
            amount {
              currencyCode
            }
          }
        }
      }
      minimumRequirement {
        __typename
        ... on DiscountMinimumSubtotal {
          greaterThanOrEqualToSubtotal {
            currencyCode
          }
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<ReadDiscountCodeQuery, ReadDiscountCodeQueryVariables>;
export const DeactivateDiscountCodeDocument = new TypedDocumentString(`
    mutation DeactivateDiscountCode($id: ID!) {
  discountCodeDeactivate(id: $id) {
    codeDiscountNode {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<DeactivateDiscountCodeMutation, DeactivateDiscountCodeMutationVariables>;
export const ReadOrdersWithCodeDocument = new TypedDocumentString(`
    query ReadOrdersWithCode($query: String!) {
  orders(first: 5, query: $query) {
    nodes {
      id
      discountCodes
    }
  }
}
    `) as unknown as TypedDocumentString<ReadOrdersWithCodeQuery, ReadOrdersWithCodeQueryVariables>;
export const CreateBuyXGetYCodeDocument = new TypedDocumentString(`
    mutation CreateBuyXGetYCode($code: DiscountCodeBxgyInput!) {
  discountCodeBxgyCreate(bxgyCodeDiscount: $code) {
    codeDiscountNode {
      ...CodeCurrency
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment CodeCurrency on DiscountCodeNode {
  id
  codeDiscount {
    __typename
    ... on DiscountCodeBasic {
      customerGets {
        value {
          __typename
          ... on DiscountAmount {
            amount {
              currencyCode
            }
          }
        }
      }
      minimumRequirement {
        __typename
        ... on DiscountMinimumSubtotal {
          greaterThanOrEqualToSubtotal {
            currencyCode
          }
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CreateBuyXGetYCodeMutation, CreateBuyXGetYCodeMutationVariables>;
export const CreateFreeShippingCodeDocument = new TypedDocumentString(`
    mutation CreateFreeShippingCode($code: DiscountCodeFreeShippingInput!) {
  discountCodeFreeShippingCreate(freeShippingCodeDiscount: $code) {
    codeDiscountNode {
      ...CodeCurrency
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment CodeCurrency on DiscountCodeNode {
  id
  codeDiscount {
    __typename
    ... on DiscountCodeBasic {
      customerGets {
        value {
          __typename
          ... on DiscountAmount {
            amount {
              currencyCode
            }
          }
        }
      }
      minimumRequirement {
        __typename
        ... on DiscountMinimumSubtotal {
          greaterThanOrEqualToSubtotal {
            currencyCode
          }
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CreateFreeShippingCodeMutation, CreateFreeShippingCodeMutationVariables>;
export const ReadProductPriceDocument = new TypedDocumentString(`
    query ReadProductPrice($id: ID!) {
  product(id: $id) {
    id
    status
    variants(first: 1) {
      nodes {
        id
        price
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReadProductPriceQuery, ReadProductPriceQueryVariables>;
export const ReadCustomerTagsDocument = new TypedDocumentString(`
    query ReadCustomerTags($id: ID!) {
  customer(id: $id) {
    tags
  }
}
    `) as unknown as TypedDocumentString<ReadCustomerTagsQuery, ReadCustomerTagsQueryVariables>;
export const AddCustomerTagDocument = new TypedDocumentString(`
    mutation AddCustomerTag($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) {
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AddCustomerTagMutation, AddCustomerTagMutationVariables>;
export const RemoveCustomerTagDocument = new TypedDocumentString(`
    mutation RemoveCustomerTag($id: ID!, $tags: [String!]!) {
  tagsRemove(id: $id, tags: $tags) {
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveCustomerTagMutation, RemoveCustomerTagMutationVariables>;
export const ExportChargesDocument = new TypedDocumentString(`
    query ExportCharges {
  subscriptionBillingAttempts(sortKey: CREATED_AT) {
    edges {
      node {
        ...PastChargeFacts
      }
    }
  }
}
    fragment PastChargeFacts on SubscriptionBillingAttempt {
  id
  idempotencyKey
  createdAt
  completedAt
  subscriptionContract {
    id
  }
  state {
    __typename
    ... on SubscriptionBillingAttemptSuccessState {
      order {
        ...ContractOrderFacts
        name
      }
    }
    ... on SubscriptionBillingAttemptActionRequiredState {
      action {
        ... on SubscriptionBillingAttemptPaymentChallenge {
          nextActionUrl
        }
      }
    }
    ... on SubscriptionBillingAttemptFailedState {
      error {
        __typename
        ... on SubscriptionBillingAttemptPaymentError {
          paymentCode: code
        }
        ... on SubscriptionBillingAttemptGeneralError {
          generalCode: code
        }
        ... on SubscriptionBillingAttemptInventoryError {
          inventoryCode: code
        }
        ... on SubscriptionBillingAttemptUnexpectedError {
          message
        }
      }
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ExportChargesQuery, ExportChargesQueryVariables>;
export const ExportOrdersDocument = new TypedDocumentString(`
    query ExportOrders {
  orders {
    edges {
      node {
        ...OrderFacts
        lineItems {
          edges {
            node {
              ...SoldLineFacts
            }
          }
        }
      }
    }
  }
}
    fragment PaidLineFacts on LineItem {
  id
  quantity
  isGiftCard
  requiresShipping
  product {
    id
  }
  originalTotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountAllocations {
    ...AllocationFacts
  }
  taxLines {
    ...TaxFacts
  }
}
fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}
fragment OrderFacts on Order {
  id
  name
  email
  test
  createdAt
  processedAt
  updatedAt
  cancelledAt
  currencyCode
  presentmentCurrencyCode
  taxesIncluded
  displayFinancialStatus
  displayFulfillmentStatus
  paymentGatewayNames
  attribution {
    displayName
  }
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  shippingAddress {
    name
    province
    countryCodeV2
  }
  billingAddress {
    name
  }
  originalTotalPriceSet {
    shopMoney {
      amount
      currencyCode
    }
    presentmentMoney {
      amount
      currencyCode
    }
  }
  subtotalPriceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTaxSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalDiscountsSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTipReceivedSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  originalTotalDutiesSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  originalTotalAdditionalFeesSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  shippingLine {
    discountedPriceSet {
      shopMoney {
        amount
        currencyCode
      }
    }
    discountAllocations {
      ...AllocationFacts
    }
    taxLines {
      ...TaxFacts
    }
  }
  fulfillments(first: 20) {
    createdAt
    status
  }
  transactions(first: 50) {
    id
    kind
    status
    gateway
    processedAt
    errorCode
    amountSet {
      shopMoney {
        amount
        currencyCode
      }
    }
  }
  refunds(first: 50) {
    id
  }
  disputes {
    id
    initiatedAs
    status
  }
}
fragment SoldLineFacts on LineItem {
  ...PaidLineFacts
  title
  variant {
    id
  }
  sellingPlan {
    name
    sellingPlanId
  }
  contract {
    id
    originOrder {
      id
    }
  }
}`) as unknown as TypedDocumentString<ExportOrdersQuery, ExportOrdersQueryVariables>;
export const StartBulkQueryDocument = new TypedDocumentString(`
    mutation StartBulkQuery($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<StartBulkQueryMutation, StartBulkQueryMutationVariables>;
export const ReadBulkOperationDocument = new TypedDocumentString(`
    query ReadBulkOperation($id: ID!) {
  bulkOperation(id: $id) {
    status
    errorCode
    rootObjectCount
    url
  }
}
    `) as unknown as TypedDocumentString<ReadBulkOperationQuery, ReadBulkOperationQueryVariables>;
export const AddDraftLineDocument = new TypedDocumentString(`
    mutation AddDraftLine($draftId: ID!, $input: SubscriptionLineInput!) {
  subscriptionDraftLineAdd(draftId: $draftId, input: $input) {
    lineAdded {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<AddDraftLineMutation, AddDraftLineMutationVariables>;
export const RemoveDraftLineDocument = new TypedDocumentString(`
    mutation RemoveDraftLine($draftId: ID!, $lineId: ID!) {
  subscriptionDraftLineRemove(draftId: $draftId, lineId: $lineId) {
    lineRemoved {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveDraftLineMutation, RemoveDraftLineMutationVariables>;
export const ListChangedOrdersDocument = new TypedDocumentString(`
    query ListChangedOrders($query: String, $after: String) {
  orders(first: 200, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      id
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ListChangedOrdersQuery, ListChangedOrdersQueryVariables>;
export const ListChangedContractsDocument = new TypedDocumentString(`
    query ListChangedContracts($query: String, $after: String) {
  subscriptionContracts(
    first: 200
    after: $after
    query: $query
    sortKey: UPDATED_AT
  ) {
    nodes {
      id
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ListChangedContractsQuery, ListChangedContractsQueryVariables>;
export const ListChangedCustomersDocument = new TypedDocumentString(`
    query ListChangedCustomers($query: String, $after: String) {
  customers(first: 200, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      id
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ListChangedCustomersQuery, ListChangedCustomersQueryVariables>;
export const ListDisputesDocument = new TypedDocumentString(`
    query ListDisputes($query: String, $after: String) {
  disputes(first: 100, after: $after, query: $query) {
    nodes {
      id
      status
      order {
        id
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ListDisputesQuery, ListDisputesQueryVariables>;
export const NameCustomerDocument = new TypedDocumentString(`
    mutation NameCustomer($input: CustomerInput!) {
  customerUpdate(input: $input) {
    customer {
      ...CustomerFacts
    }
    userErrors {
      field
      message
    }
  }
}
    fragment CustomerFacts on Customer {
  id
  firstName
  lastName
  locale
  createdAt
  updatedAt
  defaultEmailAddress {
    emailAddress
  }
}`) as unknown as TypedDocumentString<NameCustomerMutation, NameCustomerMutationVariables>;
export const OrderPagesDocument = new TypedDocumentString(`
    query OrderPages($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on Order {
      id
      statusPageUrl(audience: CUSTOMERVIEW)
    }
  }
}
    `) as unknown as TypedDocumentString<OrderPagesQuery, OrderPagesQueryVariables>;
export const ReadRefundsDocument = new TypedDocumentString(`
    query ReadRefunds($id: ID!) {
  order(id: $id) {
    refunds(first: 50) {
      ...RefundFacts
    }
  }
}
    fragment RefundFacts on Refund {
  id
  createdAt
  totalRefundedSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  duties {
    amountSet {
      shopMoney {
        amount
        currencyCode
      }
    }
  }
  refundShippingLines(first: 5) {
    nodes {
      subtotalAmountSet {
        shopMoney {
          amount
          currencyCode
        }
      }
      taxAmountSet {
        shopMoney {
          amount
          currencyCode
        }
      }
    }
  }
  refundLineItems(first: 20) {
    nodes {
      ...RefundLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment RefundLineFacts on RefundLineItem {
  quantity
  lineItem {
    id
  }
  subtotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTaxSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ReadRefundsQuery, ReadRefundsQueryVariables>;
export const ReadRefundLinesDocument = new TypedDocumentString(`
    query ReadRefundLines($id: ID!, $after: String) {
  refund(id: $id) {
    refundLineItems(first: 50, after: $after) {
      nodes {
        ...RefundLineFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment RefundLineFacts on RefundLineItem {
  quantity
  lineItem {
    id
  }
  subtotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTaxSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ReadRefundLinesQuery, ReadRefundLinesQueryVariables>;
export const SearchCollectionsDocument = new TypedDocumentString(`
    query SearchCollections($query: String) {
  collections(first: 50, query: $query, sortKey: TITLE) {
    nodes {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<SearchCollectionsQuery, SearchCollectionsQueryVariables>;
export const ReadCollectionProductsDocument = new TypedDocumentString(`
    query ReadCollectionProducts($id: ID!, $after: String) {
  collection(id: $id) {
    products(first: 250, after: $after) {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReadCollectionProductsQuery, ReadCollectionProductsQueryVariables>;
export const ReadContractDocument = new TypedDocumentString(`
    query ReadContract($id: ID!) {
  subscriptionContract(id: $id) {
    ...ContractFacts
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<ReadContractQuery, ReadContractQueryVariables>;
export const ReadContractsDocument = new TypedDocumentString(`
    query ReadContracts($query: String!, $first: Int!) {
  subscriptionContracts(first: $first, query: $query) {
    nodes {
      ...ContractHead
      lines(first: 2) {
        nodes {
          ...ContractLineFacts
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
      discounts(first: 2) {
        nodes {
          ...ContractDiscountFacts
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<ReadContractsQuery, ReadContractsQueryVariables>;
export const ReadContractsPageDocument = new TypedDocumentString(`
    query ReadContractsPage($after: String) {
  subscriptionContracts(first: 20, after: $after, sortKey: UPDATED_AT) {
    nodes {
      ...ContractFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ContractHead on SubscriptionContract {
  id
  status
  currencyCode
  revisionId
  nextBillingDate
  createdAt
  updatedAt
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  customerPaymentMethod(showRevoked: false) {
    id
    instrument {
      __typename
      ... on CustomerCreditCard {
        brand
        lastDigits
        expiryMonth
        expiryYear
      }
      ... on CustomerShopPayAgreement {
        lastDigits
        expiryMonth
        expiryYear
      }
    }
  }
  originOrder {
    ...ContractOrderFacts
  }
  orders(first: 1, reverse: true) {
    nodes {
      ...ContractOrderFacts
    }
  }
  billingAttempts(first: 1, reverse: true) {
    nodes {
      state {
        __typename
      }
    }
  }
  billingPolicy {
    interval
    intervalCount
    anchors {
      type
      day
      month
    }
  }
  deliveryPolicy {
    interval
    intervalCount
  }
  deliveryPrice {
    amount
    currencyCode
  }
}
fragment ContractFacts on SubscriptionContract {
  ...ContractHead
  lines(first: 5) {
    nodes {
      ...ContractLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  discounts(first: 5) {
    nodes {
      ...ContractDiscountFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment ContractOrderFacts on Order {
  id
  processedAt
  totalPriceSet {
    presentmentMoney {
      amount
      currencyCode
    }
  }
}
fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}
fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<ReadContractsPageQuery, ReadContractsPageQueryVariables>;
export const ReadContractLinesDocument = new TypedDocumentString(`
    query ReadContractLines($id: ID!, $after: String) {
  subscriptionContract(id: $id) {
    lines(first: 100, after: $after) {
      nodes {
        ...ContractLineFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment ContractLineFacts on SubscriptionLine {
  id
  title
  variantTitle
  variantImage {
    url(transform: {maxWidth: 192, maxHeight: 192})
  }
  quantity
  sellingPlanId
  sellingPlanName
  currentPrice {
    amount
    currencyCode
  }
  lineDiscountedPrice {
    amount
    currencyCode
  }
  pricingPolicy {
    cycleDiscounts {
      afterCycle
      computedPrice {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<ReadContractLinesQuery, ReadContractLinesQueryVariables>;
export const ReadContractDiscountsDocument = new TypedDocumentString(`
    query ReadContractDiscounts($id: ID!, $after: String) {
  subscriptionContract(id: $id) {
    discounts(first: 100, after: $after) {
      nodes {
        ...ContractDiscountFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment ContractDiscountFacts on SubscriptionManualDiscount {
  id
  title
  targetType
  recurringCycleLimit
  usageCount
  value {
    __typename
    ... on SubscriptionDiscountPercentageValue {
      percentage
    }
    ... on SubscriptionDiscountFixedAmountValue {
      appliesOnEachItem
      amount {
        amount
        currencyCode
      }
    }
  }
}`) as unknown as TypedDocumentString<ReadContractDiscountsQuery, ReadContractDiscountsQueryVariables>;
export const ReadContractOrdersDocument = new TypedDocumentString(`
    query ReadContractOrders($id: ID!, $after: String) {
  subscriptionContract(id: $id) {
    originOrder {
      id
    }
    orders(first: 50, after: $after, reverse: true) {
      nodes {
        id
        processedAt
        totalDiscountsSet {
          presentmentMoney {
            amount
            currencyCode
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReadContractOrdersQuery, ReadContractOrdersQueryVariables>;
export const ReadContractPoliciesDocument = new TypedDocumentString(`
    query ReadContractPolicies($id: ID!) {
  subscriptionContract(id: $id) {
    billingPolicy {
      interval
      intervalCount
      minCycles
      maxCycles
      anchors {
        ...FixedDayFacts
      }
    }
    deliveryPolicy {
      interval
      intervalCount
      anchors {
        ...FixedDayFacts
      }
    }
  }
}
    fragment FixedDayFacts on SellingPlanAnchor {
  type
  day
  month
  cutoffDay
}`) as unknown as TypedDocumentString<ReadContractPoliciesQuery, ReadContractPoliciesQueryVariables>;
export const ReadCustomerDocument = new TypedDocumentString(`
    query ReadCustomer($id: ID!) {
  customer(id: $id) {
    ...CustomerFacts
  }
}
    fragment CustomerFacts on Customer {
  id
  firstName
  lastName
  locale
  createdAt
  updatedAt
  defaultEmailAddress {
    emailAddress
  }
}`) as unknown as TypedDocumentString<ReadCustomerQuery, ReadCustomerQueryVariables>;
export const ReadCustomersDocument = new TypedDocumentString(`
    query ReadCustomers($query: String!, $first: Int!) {
  customers(first: $first, query: $query) {
    nodes {
      ...CustomerFacts
    }
  }
}
    fragment CustomerFacts on Customer {
  id
  firstName
  lastName
  locale
  createdAt
  updatedAt
  defaultEmailAddress {
    emailAddress
  }
}`) as unknown as TypedDocumentString<ReadCustomersQuery, ReadCustomersQueryVariables>;
export const ReadCustomersPageDocument = new TypedDocumentString(`
    query ReadCustomersPage($after: String) {
  customers(first: 100, after: $after, sortKey: UPDATED_AT) {
    nodes {
      ...CustomerFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CustomerFacts on Customer {
  id
  firstName
  lastName
  locale
  createdAt
  updatedAt
  defaultEmailAddress {
    emailAddress
  }
}`) as unknown as TypedDocumentString<ReadCustomersPageQuery, ReadCustomersPageQueryVariables>;
export const CheckCustomerAccessDocument = new TypedDocumentString(`
    query CheckCustomerAccess {
  customers(first: 1) {
    nodes {
      firstName
      defaultEmailAddress {
        emailAddress
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CheckCustomerAccessQuery, CheckCustomerAccessQueryVariables>;
export const ReadCustomerMetafieldsDocument = new TypedDocumentString(`
    query ReadCustomerMetafields($ids: [ID!]!, $namespace: String!, $key: String!) {
  nodes(ids: $ids) {
    ... on Customer {
      id
      metafield(namespace: $namespace, key: $key) {
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReadCustomerMetafieldsQuery, ReadCustomerMetafieldsQueryVariables>;
export const FindCustomersDocument = new TypedDocumentString(`
    query FindCustomers($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
  }
}
    `) as unknown as TypedDocumentString<FindCustomersQuery, FindCustomersQueryVariables>;
export const ReadOrderFactsDocument = new TypedDocumentString(`
    query ReadOrderFacts($id: ID!) {
  order(id: $id) {
    ...OrderFacts
    lineItems(first: 20) {
      nodes {
        ...SoldLineFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment PaidLineFacts on LineItem {
  id
  quantity
  isGiftCard
  requiresShipping
  product {
    id
  }
  originalTotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountAllocations {
    ...AllocationFacts
  }
  taxLines {
    ...TaxFacts
  }
}
fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}
fragment OrderFacts on Order {
  id
  name
  email
  test
  createdAt
  processedAt
  updatedAt
  cancelledAt
  currencyCode
  presentmentCurrencyCode
  taxesIncluded
  displayFinancialStatus
  displayFulfillmentStatus
  paymentGatewayNames
  attribution {
    displayName
  }
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  shippingAddress {
    name
    province
    countryCodeV2
  }
  billingAddress {
    name
  }
  originalTotalPriceSet {
    shopMoney {
      amount
      currencyCode
    }
    presentmentMoney {
      amount
      currencyCode
    }
  }
  subtotalPriceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTaxSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalDiscountsSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTipReceivedSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  originalTotalDutiesSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  originalTotalAdditionalFeesSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  shippingLine {
    discountedPriceSet {
      shopMoney {
        amount
        currencyCode
      }
    }
    discountAllocations {
      ...AllocationFacts
    }
    taxLines {
      ...TaxFacts
    }
  }
  fulfillments(first: 20) {
    createdAt
    status
  }
  transactions(first: 50) {
    id
    kind
    status
    gateway
    processedAt
    errorCode
    amountSet {
      shopMoney {
        amount
        currencyCode
      }
    }
  }
  refunds(first: 50) {
    id
  }
  disputes {
    id
    initiatedAs
    status
  }
}
fragment SoldLineFacts on LineItem {
  ...PaidLineFacts
  title
  variant {
    id
  }
  sellingPlan {
    name
    sellingPlanId
  }
  contract {
    id
    originOrder {
      id
    }
  }
}`) as unknown as TypedDocumentString<ReadOrderFactsQuery, ReadOrderFactsQueryVariables>;
export const ReadManyOrderFactsDocument = new TypedDocumentString(`
    query ReadManyOrderFacts($query: String!, $first: Int!) {
  orders(first: $first, query: $query) {
    nodes {
      ...OrderFacts
      lineItems(first: 2) {
        nodes {
          ...SoldLineFacts
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
    fragment PaidLineFacts on LineItem {
  id
  quantity
  isGiftCard
  requiresShipping
  product {
    id
  }
  originalTotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountAllocations {
    ...AllocationFacts
  }
  taxLines {
    ...TaxFacts
  }
}
fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}
fragment OrderFacts on Order {
  id
  name
  email
  test
  createdAt
  processedAt
  updatedAt
  cancelledAt
  currencyCode
  presentmentCurrencyCode
  taxesIncluded
  displayFinancialStatus
  displayFulfillmentStatus
  paymentGatewayNames
  attribution {
    displayName
  }
  customAttributes {
    key
    value
  }
  customer {
    id
  }
  shippingAddress {
    name
    province
    countryCodeV2
  }
  billingAddress {
    name
  }
  originalTotalPriceSet {
    shopMoney {
      amount
      currencyCode
    }
    presentmentMoney {
      amount
      currencyCode
    }
  }
  subtotalPriceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTaxSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalDiscountsSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTipReceivedSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  originalTotalDutiesSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  originalTotalAdditionalFeesSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  shippingLine {
    discountedPriceSet {
      shopMoney {
        amount
        currencyCode
      }
    }
    discountAllocations {
      ...AllocationFacts
    }
    taxLines {
      ...TaxFacts
    }
  }
  fulfillments(first: 20) {
    createdAt
    status
  }
  transactions(first: 50) {
    id
    kind
    status
    gateway
    processedAt
    errorCode
    amountSet {
      shopMoney {
        amount
        currencyCode
      }
    }
  }
  refunds(first: 50) {
    id
  }
  disputes {
    id
    initiatedAs
    status
  }
}
fragment SoldLineFacts on LineItem {
  ...PaidLineFacts
  title
  variant {
    id
  }
  sellingPlan {
    name
    sellingPlanId
  }
  contract {
    id
    originOrder {
      id
    }
  }
}`) as unknown as TypedDocumentString<ReadManyOrderFactsQuery, ReadManyOrderFactsQueryVariables>;
export const ReadSoldLinesDocument = new TypedDocumentString(`
    query ReadSoldLines($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 50, after: $after) {
      nodes {
        ...SoldLineFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment PaidLineFacts on LineItem {
  id
  quantity
  isGiftCard
  requiresShipping
  product {
    id
  }
  originalTotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountAllocations {
    ...AllocationFacts
  }
  taxLines {
    ...TaxFacts
  }
}
fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}
fragment SoldLineFacts on LineItem {
  ...PaidLineFacts
  title
  variant {
    id
  }
  sellingPlan {
    name
    sellingPlanId
  }
  contract {
    id
    originOrder {
      id
    }
  }
}`) as unknown as TypedDocumentString<ReadSoldLinesQuery, ReadSoldLinesQueryVariables>;
export const ReadDisputeDocument = new TypedDocumentString(`
    query ReadDispute($id: ID!) {
  dispute(id: $id) {
    id
    initiatedAt
    finalizedOn
    amount {
      amount
      currencyCode
    }
    reasonDetails {
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ReadDisputeQuery, ReadDisputeQueryVariables>;
export const ReadOrderDocument = new TypedDocumentString(`
    query ReadOrder($id: ID!) {
  order(id: $id) {
    id
    name
    cancelledAt
    updatedAt
    taxesIncluded
    discountCodes
    displayFinancialStatus
    totalPriceSet {
      shopMoney {
        amount
        currencyCode
      }
    }
    totalReceivedSet {
      shopMoney {
        amount
        currencyCode
      }
    }
    totalTipReceivedSet {
      shopMoney {
        amount
        currencyCode
      }
    }
    refunds(first: 50) {
      ...RefundFacts
    }
    lineItems(first: 50) {
      nodes {
        ...PaidLineFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment PaidLineFacts on LineItem {
  id
  quantity
  isGiftCard
  requiresShipping
  product {
    id
  }
  originalTotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountAllocations {
    ...AllocationFacts
  }
  taxLines {
    ...TaxFacts
  }
}
fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}
fragment RefundFacts on Refund {
  id
  createdAt
  totalRefundedSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  duties {
    amountSet {
      shopMoney {
        amount
        currencyCode
      }
    }
  }
  refundShippingLines(first: 5) {
    nodes {
      subtotalAmountSet {
        shopMoney {
          amount
          currencyCode
        }
      }
      taxAmountSet {
        shopMoney {
          amount
          currencyCode
        }
      }
    }
  }
  refundLineItems(first: 20) {
    nodes {
      ...RefundLineFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment RefundLineFacts on RefundLineItem {
  quantity
  lineItem {
    id
  }
  subtotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  totalTaxSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ReadOrderQuery, ReadOrderQueryVariables>;
export const ReadOrderLinesDocument = new TypedDocumentString(`
    query ReadOrderLines($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 100, after: $after) {
      nodes {
        ...PaidLineFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment PaidLineFacts on LineItem {
  id
  quantity
  isGiftCard
  requiresShipping
  product {
    id
  }
  originalTotalSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountAllocations {
    ...AllocationFacts
  }
  taxLines {
    ...TaxFacts
  }
}
fragment AllocationFacts on DiscountAllocation {
  allocatedAmountSet {
    shopMoney {
      amount
      currencyCode
    }
  }
  discountApplication {
    __typename
    ... on DiscountCodeApplication {
      code
    }
    ... on ManualDiscountApplication {
      title
    }
  }
}
fragment TaxFacts on TaxLine {
  priceSet {
    shopMoney {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ReadOrderLinesQuery, ReadOrderLinesQueryVariables>;
export const ReadPlanGroupsPageDocument = new TypedDocumentString(`
    query ReadPlanGroupsPage($after: String) {
  sellingPlanGroups(first: 10, after: $after, sortKey: ID) {
    nodes {
      ...PlanGroupFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment PlanGroupFacts on SellingPlanGroup {
  id
  name
  appId
  description
  sellingPlans(first: 20) {
    nodes {
      ...PlanFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment PlanFacts on SellingPlan {
  id
  name
  position
  trialDays: metafield(namespace: "$app", key: "trial_days") {
    value
  }
  billingPolicy {
    __typename
    ... on SellingPlanRecurringBillingPolicy {
      interval
      intervalCount
    }
  }
  deliveryPolicy {
    __typename
    ... on SellingPlanRecurringDeliveryPolicy {
      interval
      intervalCount
    }
  }
  pricingPolicies {
    __typename
    ... on SellingPlanPricingPolicyBase {
      adjustmentType
      adjustmentValue {
        __typename
        ... on SellingPlanPricingPolicyPercentageValue {
          percentage
        }
        ... on MoneyV2 {
          amount
          currencyCode
        }
      }
    }
    ... on SellingPlanRecurringPricingPolicy {
      afterCycle
    }
  }
}`) as unknown as TypedDocumentString<ReadPlanGroupsPageQuery, ReadPlanGroupsPageQueryVariables>;
export const ReadPlanGroupDocument = new TypedDocumentString(`
    query ReadPlanGroup($id: ID!) {
  sellingPlanGroup(id: $id) {
    ...PlanGroupFacts
  }
}
    fragment PlanGroupFacts on SellingPlanGroup {
  id
  name
  appId
  description
  sellingPlans(first: 20) {
    nodes {
      ...PlanFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment PlanFacts on SellingPlan {
  id
  name
  position
  trialDays: metafield(namespace: "$app", key: "trial_days") {
    value
  }
  billingPolicy {
    __typename
    ... on SellingPlanRecurringBillingPolicy {
      interval
      intervalCount
    }
  }
  deliveryPolicy {
    __typename
    ... on SellingPlanRecurringDeliveryPolicy {
      interval
      intervalCount
    }
  }
  pricingPolicies {
    __typename
    ... on SellingPlanPricingPolicyBase {
      adjustmentType
      adjustmentValue {
        __typename
        ... on SellingPlanPricingPolicyPercentageValue {
          percentage
        }
        ... on MoneyV2 {
          amount
          currencyCode
        }
      }
    }
    ... on SellingPlanRecurringPricingPolicy {
      afterCycle
    }
  }
}`) as unknown as TypedDocumentString<ReadPlanGroupQuery, ReadPlanGroupQueryVariables>;
export const ReadPlansOfGroupDocument = new TypedDocumentString(`
    query ReadPlansOfGroup($id: ID!, $after: String) {
  sellingPlanGroup(id: $id) {
    sellingPlans(first: 50, after: $after) {
      nodes {
        ...PlanFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment PlanFacts on SellingPlan {
  id
  name
  position
  trialDays: metafield(namespace: "$app", key: "trial_days") {
    value
  }
  billingPolicy {
    __typename
    ... on SellingPlanRecurringBillingPolicy {
      interval
      intervalCount
    }
  }
  deliveryPolicy {
    __typename
    ... on SellingPlanRecurringDeliveryPolicy {
      interval
      intervalCount
    }
  }
  pricingPolicies {
    __typename
    ... on SellingPlanPricingPolicyBase {
      adjustmentType
      adjustmentValue {
        __typename
        ... on SellingPlanPricingPolicyPercentageValue {
          percentage
        }
        ... on MoneyV2 {
          amount
          currencyCode
        }
      }
    }
    ... on SellingPlanRecurringPricingPolicy {
      afterCycle
    }
  }
}`) as unknown as TypedDocumentString<ReadPlansOfGroupQuery, ReadPlansOfGroupQueryVariables>;
export const ReadProductOffersDocument = new TypedDocumentString(`
    query ReadProductOffers($productId: ID!, $after: String) {
  product(id: $productId) {
    title
  }
  sellingPlanGroups(first: 50, after: $after, sortKey: ID) {
    nodes {
      id
      appliesToProduct(productId: $productId)
      appliesToProductVariants(productId: $productId)
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ReadProductOffersQuery, ReadProductOffersQueryVariables>;
export const ReadVariantProductDocument = new TypedDocumentString(`
    query ReadVariantProduct($id: ID!) {
  productVariant(id: $id) {
    title
    product {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<ReadVariantProductQuery, ReadVariantProductQueryVariables>;
export const ReadVariantOffersDocument = new TypedDocumentString(`
    query ReadVariantOffers($productId: ID!, $variantId: ID!, $after: String) {
  sellingPlanGroups(first: 50, after: $after, sortKey: ID) {
    nodes {
      id
      appliesToProduct(productId: $productId)
      appliesToProductVariant(productVariantId: $variantId)
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ReadVariantOffersQuery, ReadVariantOffersQueryVariables>;
export const ReadPlanNamesPageDocument = new TypedDocumentString(`
    query ReadPlanNamesPage($after: String) {
  sellingPlanGroups(first: 10, after: $after, sortKey: ID) {
    nodes {
      sellingPlans(first: 31) {
        nodes {
          name
          en: translations(locale: "en") {
            ...TranslatedText
          }
          de: translations(locale: "de") {
            ...TranslatedText
          }
          fr: translations(locale: "fr") {
            ...TranslatedText
          }
          es: translations(locale: "es") {
            ...TranslatedText
          }
          ja: translations(locale: "ja") {
            ...TranslatedText
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment TranslatedText on Translation {
  key
  value
}`) as unknown as TypedDocumentString<ReadPlanNamesPageQuery, ReadPlanNamesPageQueryVariables>;
export const SearchProductsDocument = new TypedDocumentString(`
    query SearchProducts($query: String, $after: String) {
  products(first: 50, query: $query, after: $after, sortKey: TITLE) {
    nodes {
      ...ProductFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ProductFacts on Product {
  id
  title
  status
  isGiftCard
  priceRangeV2 {
    minVariantPrice {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<SearchProductsQuery, SearchProductsQueryVariables>;
export const ReadProductsOfPlanGroupDocument = new TypedDocumentString(`
    query ReadProductsOfPlanGroup($id: ID!, $after: String) {
  sellingPlanGroup(id: $id) {
    products(first: 100, after: $after) {
      nodes {
        ...ProductFacts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment ProductFacts on Product {
  id
  title
  status
  isGiftCard
  priceRangeV2 {
    minVariantPrice {
      amount
      currencyCode
    }
  }
}`) as unknown as TypedDocumentString<ReadProductsOfPlanGroupQuery, ReadProductsOfPlanGroupQueryVariables>;
export const ReadShopDocument = new TypedDocumentString(`
    query ReadShop {
  shop {
    id
    name
    myshopifyDomain
    contactEmail
    url
    customerAccountsV2 {
      url
    }
    ianaTimezone
    currencyCode
    taxesIncluded
    plan {
      partnerDevelopment
    }
  }
}
    `) as unknown as TypedDocumentString<ReadShopQuery, ReadShopQueryVariables>;
export const ReadInstallationDocument = new TypedDocumentString(`
    query ReadInstallation {
  currentAppInstallation {
    id
    accessScopes {
      handle
    }
  }
}
    `) as unknown as TypedDocumentString<ReadInstallationQuery, ReadInstallationQueryVariables>;
export const ReadTaggedCustomersDocument = new TypedDocumentString(`
    query ReadTaggedCustomers($query: String!, $after: String) {
  customers(first: 100, after: $after, query: $query, sortKey: ID) {
    nodes {
      ...CustomerFacts
      tags
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CustomerFacts on Customer {
  id
  firstName
  lastName
  locale
  createdAt
  updatedAt
  defaultEmailAddress {
    emailAddress
  }
}`) as unknown as TypedDocumentString<ReadTaggedCustomersQuery, ReadTaggedCustomersQueryVariables>;
export const SetMetafieldsDocument = new TypedDocumentString(`
    mutation SetMetafields($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) {
    metafields {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<SetMetafieldsMutation, SetMetafieldsMutationVariables>;
export const DeleteMetafieldsDocument = new TypedDocumentString(`
    mutation DeleteMetafields($metafields: [MetafieldIdentifierInput!]!) {
  metafieldsDelete(metafields: $metafields) {
    userErrors {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteMetafieldsMutation, DeleteMetafieldsMutationVariables>;
export const CreatePlanGroupDocument = new TypedDocumentString(`
    mutation CreatePlanGroup($input: SellingPlanGroupInput!, $resources: SellingPlanGroupResourceInput) {
  sellingPlanGroupCreate(input: $input, resources: $resources) {
    sellingPlanGroup {
      ...PlanGroupFacts
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment PlanGroupFacts on SellingPlanGroup {
  id
  name
  appId
  description
  sellingPlans(first: 20) {
    nodes {
      ...PlanFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment PlanFacts on SellingPlan {
  id
  name
  position
  trialDays: metafield(namespace: "$app", key: "trial_days") {
    value
  }
  billingPolicy {
    __typename
    ... on SellingPlanRecurringBillingPolicy {
      interval
      intervalCount
    }
  }
  deliveryPolicy {
    __typename
    ... on SellingPlanRecurringDeliveryPolicy {
      interval
      intervalCount
    }
  }
  pricingPolicies {
    __typename
    ... on SellingPlanPricingPolicyBase {
      adjustmentType
      adjustmentValue {
        __typename
        ... on SellingPlanPricingPolicyPercentageValue {
          percentage
        }
        ... on MoneyV2 {
          amount
          currencyCode
        }
      }
    }
    ... on SellingPlanRecurringPricingPolicy {
      afterCycle
    }
  }
}`) as unknown as TypedDocumentString<CreatePlanGroupMutation, CreatePlanGroupMutationVariables>;
export const ChangePlanGroupDocument = new TypedDocumentString(`
    mutation ChangePlanGroup($id: ID!, $input: SellingPlanGroupInput!) {
  sellingPlanGroupUpdate(id: $id, input: $input) {
    sellingPlanGroup {
      ...PlanGroupFacts
    }
    userErrors {
      field
      message
      code
    }
  }
}
    fragment PlanGroupFacts on SellingPlanGroup {
  id
  name
  appId
  description
  sellingPlans(first: 20) {
    nodes {
      ...PlanFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
fragment PlanFacts on SellingPlan {
  id
  name
  position
  trialDays: metafield(namespace: "$app", key: "trial_days") {
    value
  }
  billingPolicy {
    __typename
    ... on SellingPlanRecurringBillingPolicy {
      interval
      intervalCount
    }
  }
  deliveryPolicy {
    __typename
    ... on SellingPlanRecurringDeliveryPolicy {
      interval
      intervalCount
    }
  }
  pricingPolicies {
    __typename
    ... on SellingPlanPricingPolicyBase {
      adjustmentType
      adjustmentValue {
        __typename
        ... on SellingPlanPricingPolicyPercentageValue {
          percentage
        }
        ... on MoneyV2 {
          amount
          currencyCode
        }
      }
    }
    ... on SellingPlanRecurringPricingPolicy {
      afterCycle
    }
  }
}`) as unknown as TypedDocumentString<ChangePlanGroupMutation, ChangePlanGroupMutationVariables>;
export const DeletePlanGroupDocument = new TypedDocumentString(`
    mutation DeletePlanGroup($id: ID!) {
  sellingPlanGroupDelete(id: $id) {
    deletedSellingPlanGroupId
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<DeletePlanGroupMutation, DeletePlanGroupMutationVariables>;
export const AddPlanGroupProductsDocument = new TypedDocumentString(`
    mutation AddPlanGroupProducts($id: ID!, $productIds: [ID!]!) {
  sellingPlanGroupAddProducts(id: $id, productIds: $productIds) {
    sellingPlanGroup {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<AddPlanGroupProductsMutation, AddPlanGroupProductsMutationVariables>;
export const RemovePlanGroupProductsDocument = new TypedDocumentString(`
    mutation RemovePlanGroupProducts($id: ID!, $productIds: [ID!]!) {
  sellingPlanGroupRemoveProducts(id: $id, productIds: $productIds) {
    removedProductIds
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<RemovePlanGroupProductsMutation, RemovePlanGroupProductsMutationVariables>;
export const AddPlanGroupVariantsDocument = new TypedDocumentString(`
    mutation AddPlanGroupVariants($id: ID!, $variantIds: [ID!]!) {
  sellingPlanGroupAddProductVariants(id: $id, productVariantIds: $variantIds) {
    sellingPlanGroup {
      id
    }
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<AddPlanGroupVariantsMutation, AddPlanGroupVariantsMutationVariables>;
export const RemovePlanGroupVariantsDocument = new TypedDocumentString(`
    mutation RemovePlanGroupVariants($id: ID!, $variantIds: [ID!]!) {
  sellingPlanGroupRemoveProductVariants(id: $id, productVariantIds: $variantIds) {
    removedProductVariantIds
    userErrors {
      field
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<RemovePlanGroupVariantsMutation, RemovePlanGroupVariantsMutationVariables>;