/** Values that no operator sets. Tests start autod with others. */
export const TUNING = {
  /**
   * Maximum time between two checkpoints of the audit log while it has new entries. A forgery can go unnoticed
   * for this long; a shorter time makes verifying all checkpoints more expensive.
   */
  checkpointSeconds: 60,
  /**
   * Time limit for the PDF of an evidence request, counted from the start of the request. Well below the 30 seconds
   * that the gateway waits for a subgraph by default, so that the JSON file arrives without it.
   */
  evidencePdfSeconds: 20,
}

export type Tuning = Readonly<typeof TUNING>
