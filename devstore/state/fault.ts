/** The next Admin mutation of this root field answers this user error and changes nothing. */
interface UserErrorFault {
  id: number;
  type: "refuse";
  operation: string;
  code: string | null;
  message: string;
  field: string[] | null;
}

/** The next Admin requests fail as a network or a broken platform would. */
export interface FailureFault {
  id: number;
  type: "fail";
  /** Null hits any request; else only those which ask for this root field. */
  operation: string | null;
  failure: { type: "status"; status: number } | { type: "timeout" } | { type: "disconnect" };
  count: number;
  after: "before-effect" | "after-effect";
}

export type Fault = UserErrorFault | FailureFault;

/** Settings of the controls which hold until they are changed. */
export interface ShopControls {
  id: "controls";
  webhooks: {
    copies: number;
    reorder: boolean;
    delayMs: number;
    /** So many of the next deliveries are lost; true: every one. Left out in a state of an earlier version. */
    lose?: number | boolean;
  };
  /** Null is what the plan gives. */
  throttlePointsPerSecond: number | null;
  /** How the storefront limits traffic that does not come from a browser; absent: not at all. */
  serverTraffic?: { requestsPerMinute: number; countsProxy: boolean } | null;
  /** Bulk operations stay as they are until this is taken back. */
  holdsBulkOperations?: boolean;
  /** Searches do not find yet what has come into being within the last minute. */
  searchesLag?: boolean;
}
