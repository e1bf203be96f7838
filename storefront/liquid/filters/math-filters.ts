import type { Liquid } from "liquidjs";

/**
 * Registers division as the platform does it: of two whole numbers it gives a whole one, rounded down. A
 * literal like `2.0` is a whole number to JavaScript, so that a block has to divide by something like 2.5
 * or multiply first where it wants decimals.
 */
export function registerMathFilters(engine: Liquid): void {
  engine.registerFilter("divided_by", (dividend: unknown, divisor: unknown) => {
    const [left, right] = [numberOf(dividend), numberOf(divisor)];
    if (right === 0) throw new Error("divided by 0");
    const quotient = left / right;
    return isWhole(dividend) && isWhole(divisor) ? Math.floor(quotient) : quotient;
  });
  engine.registerFilter("modulo", (dividend: unknown, divisor: unknown) => {
    const [left, right] = [numberOf(dividend), numberOf(divisor)];
    if (right === 0) throw new Error("divided by 0");
    return left - right * Math.floor(left / right);
  });
}

/** What is no number counts as 0. */
function numberOf(value: unknown): number {
  const number = Number(value ?? 0);
  return Number.isNaN(number) ? 0 : number;
}

function isWhole(value: unknown): boolean {
  return typeof value === "string" ? !value.includes(".") : Number.isInteger(value);
}
