/** A job with its payload, still to be added. */
export interface JobRequest {
  readonly name: string;
  /** JSON. */
  readonly payload: string;
  /** Identifies the job among those of all names and stores. */
  readonly key: string;
  /** The lower comes first. */
  readonly priority: number;
  /** Machine time before which the job does not run; null for now. */
  readonly runAt: Date | null;
  /** The name of the job that does this one with others of its store, and the store's id; null when it is done alone. */
  readonly together: { readonly name: string; readonly shopId: bigint } | null;
  /** It is not taken up where one of its key runs. */
  readonly isSerial?: boolean;
  /** It was tried before and waits for its next attempt, as a job that has failed does. */
  readonly isRetry?: true;
}
