export type MetafieldOwner =
  | "AppInstallation"
  | "Customer"
  | "Order"
  | "Product"
  | "SellingPlan"
  | "Shop";

export interface DevMetafield {
  id: number;
  ownerType: MetafieldOwner;
  /** Numeric part of the owner's gid. */
  ownerId: number;
  /** Resolved: "$app" is kept as "app--<n>". */
  namespace: string;
  key: string;
  type: string;
  value: string;
  createdAt: string;
  updatedAt: string;
}

export interface DevMetafieldDefinition {
  id: number;
  ownerType: string;
  namespace: string;
  key: string;
  name: string;
  description: string | null;
  type: string;
  access: { admin: string | null; storefront: string | null; customerAccount: string | null };
}

/** The number in the reserved namespace; it is the app's, so it is the same on every shop. */
export const appNumber = 283117;

/** "$app" and "$app:area" are the app's own; the platform shows them as "app--<n>" and "app--<n>--area". */
export function resolveNamespace(namespace: string | null | undefined): string {
  if (namespace === null || namespace === undefined || namespace === "$app") {
    return `app--${appNumber}`;
  }
  if (namespace.startsWith("$app:")) return `app--${appNumber}--${namespace.slice(5)}`;
  return namespace;
}
