/** Of a loader or an action that looks at the method by itself. */
export interface AnyMethod {
  readonly answersAnyMethod?: true;
}

/** Marks a loader or an action that gets the requests of all methods: others get GET and HEAD, or POST. */
export function answersAnyMethod<H extends object>(handler: H): H & Required<AnyMethod> {
  return Object.assign(handler, { answersAnyMethod: true as const });
}
