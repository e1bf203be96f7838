/** What the extension uses of the platform's `shopify` global (API version 2026-10). */
export interface ExtensionApi {
  data: {
    selected: {
      /** `gid://shopify/Product/…` or `gid://shopify/ProductVariant/…`. */
      id: string;
      /** Of the purchase option that is edited. The platform names its group here; its types say its plan. */
      sellingPlanId?: string;
    }[];
  };
  i18n: Translator;
  close(): void;
}

/** Words of `locales/`, and figures, in the language of the staff member. */
export interface Translator {
  /** With a `count`, the entry's form for that number. */
  translate(key: string, replacements?: Record<string, string | number>): string;
  formatNumber(number: number, options?: Intl.NumberFormatOptions): string;
  formatCurrency(amount: number, options?: Intl.NumberFormatOptions): string;
}
