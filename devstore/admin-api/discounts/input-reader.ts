import type { AdminContext, UserError } from "#devstore/admin-api/admin-context.ts";
import { minorOfDecimal } from "#devstore/state/money.ts";

/** Reads one input of a discount and gathers everything that is wrong with it, as the platform answers it. */
export class InputReader {
  readonly context: AdminContext;
  readonly errors: UserError[] = [];
  readonly #argument: string;

  /** @param argument of the mutation, which the path of each error begins with. */
  constructor(context: AdminContext, argument: string) {
    this.context = context;
    this.#argument = argument;
  }

  /** @param path below the argument, with dots. */
  add(path: string, code: string, message: string): void {
    this.errors.push({ field: [this.#argument, ...path.split(".")], code, message });
  }

  /** A reader of the same input whose errors are kept apart, to be placed among the others. */
  apart(): InputReader {
    return new InputReader(this.context, this.#argument);
  }

  amount(decimal: string): number {
    return minorOfDecimal(String(decimal), this.context.shop.currency) ?? 0;
  }
}
