/** Values that no operator sets. Tests start trpd with others. */
export const TUNING = {
  /** How often the files in TRPD_TLS_FOLDER are read again: soon enough for a person who replaces one. */
  tlsReloadSeconds: 10,
  /** For one request to TRPD_CUSTOMER_LOOKUP_URL. At most two are made for an inquiry, within 15 seconds. */
  customerLookupTimeoutSeconds: 5,
  /**
   * How long ago the ownership proofs may have been read. They are read about every 20 seconds, so that
   * older ones mean that reading fails.
   */
  proofFeedAgeMaxSeconds: 300,
  /**
   * How long the version, identity and extensions of a VASP are used before it is asked again. A response
   * that contradicts them ends this earlier.
   */
  discoveryTtlSeconds: 86_400,
  /** Deliveries of one process to one VASP at a time, so that a VASP that hangs leaves workers to others. */
  deliveriesPerVaspMax: 4,
}

export type Tuning = Readonly<typeof TUNING>
