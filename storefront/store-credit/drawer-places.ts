/** Where a theme's cart drawer takes another line: before what the first selector that fits finds, or at its end. */
export const drawerPlaces: readonly [selector: string, where: "before" | "end"][] = [
  // Dawn and the themes made from it.
  ["cart-drawer .cart__ctas", "before"],
  // Horizon and its presets.
  ["cart-drawer-component .cart__ctas", "before"],
  // Others that have a drawer under one of these names.
  ["cart-drawer [name=checkout]", "before"],
  [".cart-drawer [name=checkout]", "before"],
  ["#cart-drawer [name=checkout]", "before"],
  [".cart-drawer__footer", "end"],
  [".drawer__footer", "end"],
];
