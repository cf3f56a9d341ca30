import { type ClientLimits, SUBSCRIPTION_BYTES_MAX } from '../limits/client-limits.ts'

/**
 * The settings of one of `count` processes. Limits that are divided are split equally, since connections are handed out
 * in turn. Shares are rounded up.
 */
export function shareOfProcess<Config extends DividedSettings>(config: Config, count: number): Config {
  const share = (whole: number) => Math.ceil(whole / count)
  return {
    ...config,
    subgraphConnectionsMax: share(config.subgraphConnectionsMax),
    subgraphFramedConnections: share(config.subgraphFramedConnections),
    persistedBytesMax: share(config.persistedBytesMax),
  }
}

interface DividedSettings {
  readonly subgraphConnectionsMax: number
  readonly subgraphFramedConnections: number
  readonly persistedBytesMax: number
}

/** Divides what one client may have at once. Its rate holds across all processes. */
export function shareOfClient(limits: ClientLimits, count: number): ClientLimits {
  return {
    rate: limits.rate,
    operationsMax: Math.ceil(limits.operationsMax / count),
    subscriptionsMax: Math.ceil(limits.subscriptionsMax / count),
    subscriptionBytesMax: SUBSCRIPTION_BYTES_MAX / count,
  }
}
