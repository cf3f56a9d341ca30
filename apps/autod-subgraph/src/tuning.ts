/** Values that no operator sets. Tests start autod with others. */
export const TUNING = {
  /**
   * A checkpoint of the audit log is signed at the latest this long after the one before it, if there are new
   * entries: a minute in which a forgery goes unnoticed, against the cost of verifying every checkpoint.
   */
  checkpointSeconds: 60,
  /**
   * How long a request for evidence may wait for its PDF, counted from its start. Well below the 30 seconds
   * that the gateway waits for a subgraph by default, so that the JSON file arrives without it.
   */
  evidencePdfSeconds: 20,
}

export type Tuning = Readonly<typeof TUNING>
