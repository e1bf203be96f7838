/** An exact number `top / bottom`; `bottom` is positive. Not reduced: a few steps keep the digits few. */
export interface Fraction {
  top: bigint;
  bottom: bigint;
}

/** A fraction of two safe integers, `bottom` positive. Throws RangeError for a number that is not whole. */
export function fraction(top: number, bottom = 1): Fraction {
  return { top: BigInt(top), bottom: BigInt(bottom) };
}

export function add(a: Fraction, b: Fraction): Fraction {
  // Sums of many parts keep a short bottom.
  const [one, other] = a.bottom < b.bottom ? [b, a] : [a, b];
  if (one.bottom % other.bottom === 0n) {
    return { top: one.top + other.top * (one.bottom / other.bottom), bottom: one.bottom };
  }
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { top: -b.top, bottom: b.bottom });
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom };
}

/** `a / b`; `b` is positive. */
export function divide(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom, bottom: a.bottom * b.top };
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.top * b.bottom < b.top * a.bottom;
}

/** The nearest whole number of a fraction that is not negative; a half goes up. */
export function roundHalfUp({ top, bottom }: Fraction): number {
  return Number((2n * top + bottom) / (2n * bottom));
}

/** The whole part of a fraction that is not negative. */
export function floor({ top, bottom }: Fraction): number {
  return Number(top / bottom);
}

/** The smaller of the two. */
export function smaller(a: Fraction, b: Fraction): Fraction {
  return isLess(b, a) ? b : a;
}
