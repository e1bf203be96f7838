/** What an app of this kind asks the platform, one document for each operation it may use. */
export const documents = {
  shop: `{ shop { id name myshopifyDomain email ianaTimezone currencyCode taxesIncluded
    plan { publicDisplayName shopifyPlus partnerDevelopment }
    features { eligibleForSubscriptions sellsSubscriptions }
    customerAccountsV2 { customerAccountsVersion loginRequiredAtCheckout url } }
    currentAppInstallation { id accessScopes { handle } app { id handle } }
    storeCreditConfiguration { storeCreditEnabled } }`,
  customer: `query($id: ID!) { customer(id: $id) { id displayName firstName lastName locale state
    createdAt updatedAt tags taxExempt numberOfOrders amountSpent { amount currencyCode }
    defaultEmailAddress { emailAddress marketingState validFormat }
    defaultPhoneNumber { phoneNumber } defaultAddress { country countryCodeV2 province zip }
    metafields(first: 10, namespace: "$app") { nodes { id namespace key type value compareDigest } }
    subscriptionContracts(first: 10) { nodes { id status } } } }`,
  customers: `query($query: String) { customers(first: 100, query: $query, sortKey: UPDATED_AT) {
    nodes { id updatedAt tags } pageInfo { hasNextPage endCursor } } }`,
  tagsAdd: `mutation($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) {
    node { id ... on Customer { tags } } userErrors { field message } } }`,
  tagsRemove: `mutation($id: ID!, $tags: [String!]!) { tagsRemove(id: $id, tags: $tags) {
    node { id ... on Customer { tags } } userErrors { field message } } }`,
  metafieldsSet: `mutation($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { metafields { id key namespace value compareDigest }
    userErrors { field message code elementIndex } } }`,
  metafieldsDelete: `mutation($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) { deletedMetafields { ownerId namespace key }
    userErrors { field message } } }`,
  contract: `query($id: ID!) { subscriptionContract(id: $id) { id status revisionId createdAt
    updatedAt nextBillingDate currencyCode lastPaymentStatus lastBillingAttemptErrorType note
    app { id } customer { id }
    customerPaymentMethod { id revokedAt revokedReason instrument { __typename
      ... on CustomerCreditCard { brand lastDigits expiryMonth expiryYear }
      ... on CustomerShopPayAgreement { lastDigits expiryMonth expiryYear inactive }
      ... on CustomerPaypalBillingAgreement { inactive paypalAccountEmail } } }
    billingPolicy { interval intervalCount minCycles maxCycles anchors { type day month cutoffDay } }
    deliveryPolicy { interval intervalCount } deliveryPrice { amount currencyCode }
    originOrder { id } linesCount { count precision }
    lines(first: 50) { nodes { id title variantTitle sku productId variantId quantity sellingPlanId
      sellingPlanName currentPrice { amount currencyCode } lineDiscountedPrice { amount }
      discountAllocations { amount { amount } discount { __typename
        ... on SubscriptionManualDiscount { id }
        ... on SubscriptionAppliedCodeDiscount { id redeemCode } } }
      pricingPolicy { basePrice { amount } cycleDiscounts { afterCycle adjustmentType
        computedPrice { amount } } } } }
    discounts(first: 20) { nodes { id title type targetType recurringCycleLimit usageCount
      rejectionReason value { __typename
        ... on SubscriptionDiscountPercentageValue { percentage }
        ... on SubscriptionDiscountFixedAmountValue { amount { amount } appliesOnEachItem } } } } } }`,
  contracts: `query($query: String, $after: String) { subscriptionContracts(first: 5, after: $after,
    query: $query, sortKey: UPDATED_AT) { nodes { id status updatedAt nextBillingDate
    customer { id } } pageInfo { hasNextPage endCursor } } }`,
  pause: `mutation($id: ID!, $actor: SubscriptionActor) {
    subscriptionContractPause(subscriptionContractId: $id, actor: $actor) {
    contract { id status } userErrors { field message code } } }`,
  activate: `mutation($id: ID!, $actor: SubscriptionActor) {
    subscriptionContractActivate(subscriptionContractId: $id, actor: $actor) {
    contract { id status } userErrors { field message code } } }`,
  cancel: `mutation($id: ID!, $actor: SubscriptionActor) {
    subscriptionContractCancel(subscriptionContractId: $id, actor: $actor) {
    contract { id status } userErrors { field message code } } }`,
  fail: `mutation($id: ID!) { subscriptionContractFail(subscriptionContractId: $id) {
    contract { id status } userErrors { field message code } } }`,
  expire: `mutation($id: ID!) { subscriptionContractExpire(subscriptionContractId: $id) {
    contract { id status } userErrors { field message code } } }`,
  setNextBillingDate: `mutation($id: ID!, $date: DateTime!) {
    subscriptionContractSetNextBillingDate(contractId: $id, date: $date) {
    contract { id nextBillingDate } userErrors { field message code } } }`,
  openDraft: `mutation($id: ID!) { subscriptionContractUpdate(contractId: $id) {
    draft { id } userErrors { field message code } } }`,
  draft: `query($id: ID!) { subscriptionDraft(id: $id) { id status nextBillingDate
    lines(first: 50) { nodes { id quantity } } linesAdded(first: 50) { nodes { id } }
    discountsAdded(first: 25) { nodes { ... on SubscriptionManualDiscount { id title } } }
    originalContract { id } billingCycle { cycleIndex } } }`,
  draftUpdate: `mutation($id: ID!, $input: SubscriptionDraftInput!) {
    subscriptionDraftUpdate(draftId: $id, input: $input) {
    draft { id } userErrors { field message code } } }`,
  lineAdd: `mutation($id: ID!, $input: SubscriptionLineInput!) {
    subscriptionDraftLineAdd(draftId: $id, input: $input) {
    lineAdded { id } userErrors { field message code } } }`,
  lineUpdate: `mutation($id: ID!, $lineId: ID!, $input: SubscriptionLineUpdateInput!) {
    subscriptionDraftLineUpdate(draftId: $id, lineId: $lineId, input: $input) {
    lineUpdated { id quantity } userErrors { field message code } } }`,
  lineRemove: `mutation($id: ID!, $lineId: ID!) {
    subscriptionDraftLineRemove(draftId: $id, lineId: $lineId) {
    lineRemoved { id } discountsUpdated { id } userErrors { field message code } } }`,
  discountAdd: `mutation($id: ID!, $input: SubscriptionManualDiscountInput!) {
    subscriptionDraftDiscountAdd(draftId: $id, input: $input) {
    discountAdded { id } userErrors { field message code } } }`,
  discountUpdate: `mutation($id: ID!, $discountId: ID!, $input: SubscriptionManualDiscountInput!) {
    subscriptionDraftDiscountUpdate(draftId: $id, discountId: $discountId, input: $input) {
    discountUpdated { id title } userErrors { field message code } } }`,
  discountRemove: `mutation($id: ID!, $discountId: ID!) {
    subscriptionDraftDiscountRemove(draftId: $id, discountId: $discountId) {
    discountRemoved { __typename ... on SubscriptionManualDiscount { id } }
    userErrors { field message code } } }`,
  freeShippingAdd: `mutation($id: ID!, $input: SubscriptionFreeShippingDiscountInput!) {
    subscriptionDraftFreeShippingDiscountAdd(draftId: $id, input: $input) {
    discountAdded { id } userErrors { field message code } } }`,
  discountCodeApply: `mutation($id: ID!, $code: String!) {
    subscriptionDraftDiscountCodeApply(draftId: $id, redeemCode: $code) {
    appliedDiscount { id redeemCode rejectionReason } userErrors { field message code } } }`,
  commit: `mutation($id: ID!) { subscriptionDraftCommit(draftId: $id) {
    contract { id revisionId } userErrors { field message code } } }`,
  atomicCreate: `mutation($input: SubscriptionContractAtomicCreateInput!) {
    subscriptionContractAtomicCreate(input: $input) {
    contract { id status nextBillingDate } userErrors { field message code } } }`,
  cycles: `query($id: ID!, $from: DateTime!, $to: DateTime!) {
    subscriptionBillingCycles(contractId: $id, first: 12,
    billingCyclesDateRangeSelector: { startDate: $from, endDate: $to }) {
    nodes { cycleIndex cycleStartAt cycleEndAt billingAttemptExpectedDate status skipped edited } } }`,
  skip: `mutation($cycle: SubscriptionBillingCycleInput!) {
    subscriptionBillingCycleSkip(billingCycleInput: $cycle) {
    billingCycle { cycleIndex skipped } userErrors { field message code } } }`,
  unskip: `mutation($cycle: SubscriptionBillingCycleInput!) {
    subscriptionBillingCycleUnskip(billingCycleInput: $cycle) {
    billingCycle { cycleIndex skipped } userErrors { field message code } } }`,
  scheduleEdit: `mutation($cycle: SubscriptionBillingCycleInput!,
    $input: SubscriptionBillingCycleScheduleEditInput!) {
    subscriptionBillingCycleScheduleEdit(billingCycleInput: $cycle, input: $input) {
    billingCycle { cycleIndex billingAttemptExpectedDate } userErrors { field message code } } }`,
  editCycleContract: `mutation($cycle: SubscriptionBillingCycleInput!) {
    subscriptionBillingCycleContractEdit(billingCycleInput: $cycle) {
    draft { id } userErrors { field message code } } }`,
  commitCycleContract: `mutation($id: ID!) {
    subscriptionBillingCycleContractDraftCommit(draftId: $id) {
    contract { lines(first: 5) { nodes { quantity } } } userErrors { field message code } } }`,
  deleteCycleEdit: `mutation($cycle: SubscriptionBillingCycleInput!) {
    subscriptionBillingCycleEditDelete(billingCycleInput: $cycle) {
    billingCycles { cycleIndex } userErrors { field message code } } }`,
  charge: `mutation($id: ID!, $input: SubscriptionBillingAttemptInput!) {
    subscriptionBillingAttemptCreate(subscriptionContractId: $id,
    subscriptionBillingAttemptInput: $input) {
    subscriptionBillingAttempt { ...Attempt } userErrors { field message code } } }`,
  chargeCycle: `mutation($id: ID!, $cycle: SubscriptionBillingCycleSelector!) {
    subscriptionBillingCycleCharge(subscriptionContractId: $id, billingCycleSelector: $cycle) {
    subscriptionBillingAttempt { ...Attempt } userErrors { field message code } } }`,
  attempt: `query($id: ID!) { subscriptionBillingAttempt(id: $id) { ...Attempt } }`,
  order: `query($id: ID!) { order(id: $id) { id name createdAt processedAt cancelledAt cancelReason
    test sourceName tags displayFinancialStatus displayFulfillmentStatus currencyCode
    presentmentCurrencyCode paymentGatewayNames discountCodes taxesIncluded email customer { id }
    attribution { handle displayName } app { id name } publication { id }
    shippingAddress { countryCodeV2 provinceCode zip } billingAddress { countryCodeV2 }
    currentTotalPriceSet { shopMoney { amount currencyCode } presentmentMoney { amount } }
    currentSubtotalPriceSet { shopMoney { amount } } currentTotalTaxSet { shopMoney { amount } }
    totalRefundedSet { shopMoney { amount } } totalTipReceivedSet { shopMoney { amount } }
    totalShippingPriceSet { shopMoney { amount } }
    taxLines { title rate priceSet { shopMoney { amount } } }
    transactions(first: 20) { id kind status gateway test processedAt parentTransaction { id }
      amountSet { shopMoney { amount currencyCode } } errorCode }
    refunds(first: 20) { id createdAt totalRefundedSet { shopMoney { amount } }
      refundLineItems(first: 20) { nodes { quantity lineItem { id } restockType
        subtotalSet { shopMoney { amount } } } }
      transactions(first: 10) { nodes { id gateway kind status } } }
    disputes { id initiatedAs status }
    lineItems(first: 100) { nodes { id quantity currentQuantity sku product { id } variant { id }
      sellingPlan { sellingPlanId name } originalUnitPriceSet { shopMoney { amount } }
      discountAllocations { allocatedAmountSet { shopMoney { amount } } discountApplication {
        __typename ... on DiscountCodeApplication { code } ... on ManualDiscountApplication { title }
        index allocationMethod targetType targetSelection value { ... on MoneyV2 { amount } } } }
      contract { id } } }
    shippingLine { originalPriceSet { shopMoney { amount } } discountedPriceSet { shopMoney { amount } }
      discountAllocations { allocatedAmountSet { shopMoney { amount } } discountApplication {
        ... on DiscountCodeApplication { code } targetType
        value { ... on PricingPercentageValue { percentage } } } } }
    discountApplications(first: 5) { nodes { __typename ... on DiscountCodeApplication { code } } } } }`,
  orders: `query($query: String) { orders(first: 50, query: $query, sortKey: UPDATED_AT) {
    nodes { id updatedAt } pageInfo { hasNextPage endCursor } } }`,
  discountBasic: `mutation($input: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $input) { codeDiscountNode { id codeDiscount {
      __typename ... on DiscountCodeBasic { title status codes(first: 1) { nodes { code } } } } }
    userErrors { field message code extraInfo } } }`,
  discountBxgy: `mutation($input: DiscountCodeBxgyInput!) {
    discountCodeBxgyCreate(bxgyCodeDiscount: $input) {
    codeDiscountNode { id } userErrors { field message code } } }`,
  discountFreeShipping: `mutation($input: DiscountCodeFreeShippingInput!) {
    discountCodeFreeShippingCreate(freeShippingCodeDiscount: $input) {
    codeDiscountNode { id } userErrors { field message code } } }`,
  discountBasicUpdate: `mutation($id: ID!, $input: DiscountCodeBasicInput!) {
    discountCodeBasicUpdate(id: $id, basicCodeDiscount: $input) {
    codeDiscountNode { id } userErrors { field message code } } }`,
  discountBxgyUpdate: `mutation($id: ID!, $input: DiscountCodeBxgyInput!) {
    discountCodeBxgyUpdate(id: $id, bxgyCodeDiscount: $input) {
    codeDiscountNode { id } userErrors { field message code } } }`,
  discountFreeShippingUpdate: `mutation($id: ID!, $input: DiscountCodeFreeShippingInput!) {
    discountCodeFreeShippingUpdate(id: $id, freeShippingCodeDiscount: $input) {
    codeDiscountNode { id } userErrors { field message code } } }`,
  discountActivate: `mutation($id: ID!) { discountCodeActivate(id: $id) {
    codeDiscountNode { id } userErrors { field message code } } }`,
  discountDelete: `mutation($id: ID!) { discountCodeDelete(id: $id) {
    deletedCodeDiscountId userErrors { field message code } } }`,
  discount: `query($id: ID!) { codeDiscountNode(id: $id) { id codeDiscount { __typename
    ... on DiscountCodeBasic { title status startsAt endsAt updatedAt usageLimit asyncUsageCount
      appliesOncePerCustomer recurringCycleLimit discountClasses codes(first: 1) { nodes { code } }
      customerGets { items { __typename
        ... on DiscountProducts { products(first: 5) { nodes { id } } }
        ... on DiscountCollections { collections(first: 5) { nodes { id title } } } } } }
    ... on DiscountCodeBxgy { title usesPerOrderLimit }
    ... on DiscountCodeFreeShipping { title maximumShippingPrice { amount } } } } }`,
  discounts: `query($query: String) { codeDiscountNodes(first: 50, query: $query, sortKey: TITLE) {
    nodes { id codeDiscount { ... on DiscountCodeBasic { title status } } } } }`,
  discountDeactivate: `mutation($id: ID!) { discountCodeDeactivate(id: $id) {
    codeDiscountNode { id } userErrors { field message code } } }`,
  discountByCode: `query($code: String!) { codeDiscountNodeByCode(code: $code) { id codeDiscount {
    __typename ... on DiscountCodeBasic { asyncUsageCount status }
    ... on DiscountCodeFreeShipping { asyncUsageCount status }
    ... on DiscountCodeBxgy { asyncUsageCount status } } } }`,
  planGroupCreate: `mutation($input: SellingPlanGroupInput!, $resources: SellingPlanGroupResourceInput) {
    sellingPlanGroupCreate(input: $input, resources: $resources) {
    sellingPlanGroup { id appId sellingPlans(first: 5) { nodes { id name } } }
    userErrors { field message code } } }`,
  planGroups: `{ sellingPlanGroups(first: 5) { nodes { id appId name
    sellingPlans(first: 5) { nodes { id name
      billingPolicy { ... on SellingPlanRecurringBillingPolicy { interval intervalCount } }
      pricingPolicies { ... on SellingPlanFixedPricingPolicy { adjustmentType adjustmentValue {
        ... on MoneyV2 { amount } ... on SellingPlanPricingPolicyPercentageValue { percentage } } } }
    } } } } }`,
  products: `{ products(first: 20) { nodes { id title handle variants(first: 5) {
    nodes { id title price sku } } } } }`,
  webhookCreate: `mutation($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) {
    webhookSubscription { id topic uri filter } userErrors { field message } } }`,
  webhooks: `{ webhookSubscriptions(first: 10) { nodes { id topic uri } } }`,
  webhookDelete: `mutation($id: ID!) { webhookSubscriptionDelete(id: $id) {
    deletedWebhookSubscriptionId userErrors { field message } } }`,
  paymentUpdateEmail: `mutation($id: ID!) {
    customerPaymentMethodSendUpdateEmail(customerPaymentMethodId: $id) {
    customer { id } userErrors { field message } } }`,
} as const;

const attemptFragment = `fragment Attempt on SubscriptionBillingAttempt { id idempotencyKey
  createdAt completedAt originTime subscriptionContract { id } state { __typename
    ... on SubscriptionBillingAttemptPendingState { processing }
    ... on SubscriptionBillingAttemptSuccessState { order { id name } }
    ... on SubscriptionBillingAttemptActionRequiredState { action { __typename
      ... on SubscriptionBillingAttemptPaymentChallenge { nextActionUrl status } } }
    ... on SubscriptionBillingAttemptFailedState { error { __typename
      ... on SubscriptionBillingAttemptPaymentError { paymentCode: code }
      ... on SubscriptionBillingAttemptInventoryError { inventoryCode: code }
      ... on SubscriptionBillingAttemptGeneralError { generalCode: code }
      ... on SubscriptionBillingAttemptUnexpectedError { message } } } } }`;

/** A document whole, with the fragment it uses. */
export function documentOf(name: keyof typeof documents): string {
  const document: string = documents[name];
  return document.includes("...Attempt") ? `${document} ${attemptFragment}` : document;
}
