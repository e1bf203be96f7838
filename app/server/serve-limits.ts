/**
 * How long a client may take. Node's own limits let a connection that sends a byte now and then stay for a
 * minute and a half, and looks for such connections every half minute only.
 */
export const CONNECTION_LIMITS = {
  /** For the headers of a request. */
  headersTimeout: 10_000,
  /** For headers and body together: the largest body is 2 MB. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};
