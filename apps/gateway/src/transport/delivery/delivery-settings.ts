import { countSetting, mapSetting, partsSetting } from '@travel-rule/service/settings'
import { sharedSettings } from '@travel-rule/service/shared-settings'
import { z } from 'zod'
import { SLOW_CONSUMER_POLICIES, type SlowConsumerPolicy } from './result-queue.ts'
import type { BackpressureSettings } from './result-writer.ts'

const policySchema = z.enum(SLOW_CONSUMER_POLICIES)
const fieldNamePattern = /^[_A-Za-z]\w*$/

/** `field=policy,field=policy`. */
const policiesSetting = mapSetting.transform((map, context): ReadonlyMap<string, SlowConsumerPolicy> => {
  const policies = new Map<string, SlowConsumerPolicy>()
  for (const [field, policy] of Object.entries(map)) {
    const parsed = policySchema.safeParse(policy)
    if (fieldNamePattern.test(field) && parsed.success) policies.set(field, parsed.data)
    else {
      const message = `must be pairs of a subscription's field and one of ${SLOW_CONSUMER_POLICIES.join(', ')}; ${field}=${policy} is not`
      context.addIssue({ code: 'custom', message })
    }
  }
  return policies
})

const SOCKETS_MAX = 'total=10000,address=1000,client=2000'

/** Settings of delivery and of connections. */
export const deliverySettings = {
  slowConsumerPolicies: {
    variable: 'GATEWAY_SLOW_CONSUMER_POLICIES',
    schema: policiesSetting.optional(),
    description:
      "What happens to a subscription's results that a client reads too slowly, by the subscription's field. Set it for clients that need every event. latest (for every field not named): a later result about the same entity replaces a queued one. drop-oldest: the oldest are dropped when the queue is full. disconnect: none is dropped, and the operation ends with SLOW_CONSUMER when the queue is full.",
    example: 'trpdTransactions=disconnect,aopdProofs=latest',
  },
  sockets: {
    variable: 'GATEWAY_SOCKETS_MAX',
    formerly: ['GATEWAY_SOCKETS_PER_ADDRESS_MAX', 'GATEWAY_SOCKETS_PER_CLIENT_MAX'],
    schema: partsSetting(SOCKETS_MAX, { total: countSetting, address: countSetting, client: countSetting }),
    default: SOCKETS_MAX,
    description:
      'WebSockets open at the same time: in `total`, with half as many event streams; from one `address` or IPv6 network (/64) and of one `client` (the same subject of the same client), with as many event streams. A fifth of the total and of those of an address may be unauthenticated, and a twentieth of those of an address (at least 50) may be opened per second, with four times as many in a burst; later ones wait for up to 10 seconds, and more are refused. An entry that is left out has its default. Raise `total` with the memory of the machine, `address` for many clients behind one NAT, `client` for a service that opens one per user. Behind a proxy, set TRUSTED_PROXIES: without it all clients have the address of the proxy.',
    example: 'total=20000,address=5000',
  },
  drainSeconds: sharedSettings.drainSeconds('GATEWAY_DRAIN_SECONDS'),
}

/** How long a client may read nothing while results are queued. */
const stallMs = 30_000

export function backpressureSettingsOf(config: {
  readonly slowConsumerPolicies?: ReadonlyMap<string, SlowConsumerPolicy> | undefined
  readonly bytesMax: { readonly waiting: number }
  readonly waitingBytesPerEvent: number
}): BackpressureSettings {
  const eventsMax = Math.ceil(config.bytesMax.waiting / config.waitingBytesPerEvent)
  return {
    limits: { bytesMax: config.bytesMax.waiting, eventsMax, stallMs },
    policies: config.slowConsumerPolicies ?? new Map(),
  }
}

/** New WebSockets of one address per second, at least: those behind one NAT reconnect together. */
const upgradesPerSecondMin = 50

/** The limits of connections that follow from those of WebSockets. */
export function connectionLimitsOf({
  sockets,
}: {
  readonly sockets: { readonly total: number; readonly address: number }
}): {
  readonly eventStreamsMax: number
  /** WebSockets whose clients are not authenticated yet. */
  readonly unauthenticatedMax: number
  readonly unauthenticatedPerAddressMax: number
  readonly upgradesPerAddressPerSecond: number
} {
  // An operator may allow one address more than the total, to turn its limit off.
  const address = Math.min(sockets.address, sockets.total)
  return {
    eventStreamsMax: Math.ceil(sockets.total / 2),
    unauthenticatedMax: Math.ceil(sockets.total / 5),
    unauthenticatedPerAddressMax: Math.ceil(address / 5),
    upgradesPerAddressPerSecond: Math.max(upgradesPerSecondMin, address / 20),
  }
}

/** The limits of event streams, which may be as many per client and address as WebSockets. */
export function eventStreamLimitsOf(config: {
  readonly sockets: { readonly total: number; readonly address: number; readonly client: number }
  readonly eventKeepAliveSeconds: number
  readonly drainSeconds: number
}) {
  return {
    streamsMax: connectionLimitsOf(config).eventStreamsMax,
    streamsPerClientMax: config.sockets.client,
    streamsPerAddressMax: config.sockets.address,
    keepAliveMs: config.eventKeepAliveSeconds * 1_000,
    drainMs: config.drainSeconds * 1_000,
  }
}

const headersTimeoutMsMax = 10_000
/** Maximum number of connections for requests, besides WebSockets and event streams: in total and per address. */
const requestConnectionsMax = 10_000
const requestConnectionsPerAddressMax = 1_000

/**
 * The limits of the public port in one of several processes. WebSockets and event streams are also its connections, and
 * must leave room for requests.
 */
export function hostLimitsOf(
  config: {
    readonly sockets: { readonly total: number; readonly address: number }
    readonly requestTimeoutSeconds: number
    readonly timeouts: { readonly operation: number }
  },
  processes: number,
) {
  // Divided equally, since processes are given connections in turn.
  const share = (connections: number) => Math.ceil(connections / processes)
  const { total, address } = config.sockets
  const connectionsMax = share(total + connectionLimitsOf(config).eventStreamsMax + requestConnectionsMax)
  const requestTimeoutMs = config.requestTimeoutSeconds * 1_000
  return {
    connectionsMax,
    connectionsPerAddressMax: share(2 * address + requestConnectionsPerAddressMax),
    responseTimeoutMs: (config.timeouts.operation + 5) * 1_000,
    headersTimeoutMs: Math.min(headersTimeoutMsMax, requestTimeoutMs),
    requestTimeoutMs,
  }
}
