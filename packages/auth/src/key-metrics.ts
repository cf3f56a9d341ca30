import { Counter, Gauge, type Metrics, sharedMetric } from '@travel-rule/service/metrics'

/** Receives the outcome of every fetch of signature keys. */
export interface KeyObserver {
  /** `atMs`: milliseconds since 1970. */
  fetched(atMs: number): void
  failed(): void
}

/** Publishes the age of one issuer's signature keys. `issuer`: its name in metrics. */
export function observeKeys({ registry }: Metrics, issuer: string): KeyObserver {
  const labelNames = ['issuer']
  const registers = [registry]
  const fetchedAt = sharedMetric(registry, 'signature_keys_fetched_timestamp_seconds', () => {
    const help = 'When the signature keys of an issuer were last fetched'
    return new Gauge({ name: 'signature_keys_fetched_timestamp_seconds', help, labelNames, registers })
  })
  const failures = sharedMetric(registry, 'signature_keys_fetch_failures_total', () => {
    const help = 'Failed fetches of the signature keys of an issuer'
    return new Counter({ name: 'signature_keys_fetch_failures_total', help, labelNames, registers })
  })
  failures.inc({ issuer }, 0)
  return {
    fetched: (atMs) => fetchedAt.set({ issuer }, atMs / 1_000),
    failed: () => failures.inc({ issuer }),
  }
}
