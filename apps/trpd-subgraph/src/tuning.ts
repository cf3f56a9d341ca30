/** Values that no operator sets. Tests start trpd with others. */
export const TUNING = {
  /** Interval at which the files in TRPD_TLS_FOLDER are read again, short enough for a person who replaces one. */
  tlsReloadSeconds: 10,
  /** Time limit of one request to TRPD_CUSTOMER_LOOKUP. At most two are made for an inquiry, within 15 seconds. */
  customerLookupTimeoutSeconds: 5,
  /**
   * Maximum age of the last read of the ownership proofs. They are read about every 20 seconds, so an
   * older read means that reading fails.
   */
  proofFeedAgeMaxSeconds: 300,
  /**
   * Time after which a VASP is asked again for its version, identity and extensions. A response that
   * contradicts them causes this earlier.
   */
  discoveryTtlSeconds: 86_400,
  /** Maximum number of concurrent deliveries of one process to one VASP, so that a hanging VASP leaves workers for the others. */
  deliveriesPerVaspMax: 4,
}

export type Tuning = Readonly<typeof TUNING>
