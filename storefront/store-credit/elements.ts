import "./store-credit-element.ts";
import "./cart-credit-element.ts";
