/** Items by id; lists to add to, and to take from, what the discount has. */
export interface ItemsInput {
  all?: boolean | null;
  products?: {
    productsToAdd?: string[] | null;
    productsToRemove?: string[] | null;
    productVariantsToAdd?: string[] | null;
    productVariantsToRemove?: string[] | null;
  } | null;
  collections?: AddAndRemove | null;
}

export interface AddAndRemove {
  add?: string[] | null;
  remove?: string[] | null;
}

export interface GetsValueInput {
  percentage?: number | null;
  discountAmount?: { amount?: string | null; appliesOnEachItem?: boolean | null } | null;
  discountOnQuantity?: {
    quantity?: string | null;
    effect?: { percentage?: number | null; amount?: string | null } | null;
  } | null;
}

/** The inputs of the three kinds of code discounts in one shape; each has its own part of these fields. */
export interface CodeInput {
  title?: string | null;
  code?: string | null;
  startsAt?: string | null;
  endsAt?: string | null;
  usageLimit?: number | null;
  appliesOncePerCustomer?: boolean | null;
  recurringCycleLimit?: number | null;
  tags?: string[] | null;
  context?: {
    all?: string | null;
    customers?: AddAndRemove | null;
    customerSegments?: object | null;
    markets?: object | null;
  } | null;
  customerSelection?: {
    all?: boolean | null;
    customers?: AddAndRemove | null;
    customerSegments?: object | null;
  } | null;
  combinesWith?: {
    orderDiscounts?: boolean | null;
    productDiscounts?: boolean | null;
    shippingDiscounts?: boolean | null;
    productDiscountsWithTagsOnSameCartLine?: object | null;
  } | null;
  minimumRequirement?: {
    subtotal?: { greaterThanOrEqualToSubtotal?: string | null } | null;
    quantity?: { greaterThanOrEqualToQuantity?: string | null } | null;
  } | null;
  customerGets?: {
    items?: ItemsInput | null;
    appliesOnOneTimePurchase?: boolean | null;
    appliesOnSubscription?: boolean | null;
    value?: GetsValueInput | null;
  } | null;
  customerBuys?: {
    items?: ItemsInput | null;
    isOneTimePurchase?: boolean | null;
    isSubscription?: boolean | null;
    value?: { quantity?: string | null; amount?: string | null } | null;
  } | null;
  usesPerOrderLimit?: number | null;
  maximumShippingPrice?: string | null;
  destination?: {
    all?: boolean | null;
    countries?: (AddAndRemove & { includeRestOfWorld?: boolean | null }) | null;
  } | null;
  appliesOnOneTimePurchase?: boolean | null;
  appliesOnSubscription?: boolean | null;
}
