import { bytesSetting, drainSecondsSetting, mapSetting } from '@travel-rule/service/settings'
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

const countOrOffSetting = z
  .string()
  .regex(/^(0|[1-9]\d{0,8})$/, 'must be a whole number, or 0 for no limit')
  .transform(Number)

const SOCKETS_PER_ADDRESS_DEFAULT = 1_000

/** Settings of delivery and of connections. */
export const deliverySettings = {
  slowConsumerPolicies: {
    variable: 'GATEWAY_SLOW_CONSUMER_POLICIES',
    schema: policiesSetting.optional(),
    description:
      "What happens to a subscription's results that a client reads too slowly, by the subscription's field. Set it for clients that need every event. latest (for every field not named): a later result about the same entity replaces a queued one. drop-oldest: the oldest are dropped when the queue is full. disconnect: none is dropped, and the operation ends with SLOW_CONSUMER when the queue is full.",
    example: 'trpdTransactions=disconnect,aopdProofs=latest',
  },
  waitingBytesMax: {
    variable: 'GATEWAY_WAITING_BYTES_MAX',
    schema: bytesSetting,
    default: '4 MB',
    description:
      'Maximum size of the results that may be queued for one client, over all its operations, and one result for every 4,000 bytes of it. Raise it for clients that must not lose events while they are slow.',
  },
  socketsPerAddressMax: {
    variable: 'GATEWAY_SOCKETS_PER_ADDRESS_MAX',
    schema: countOrOffSetting,
    default: String(SOCKETS_PER_ADDRESS_DEFAULT),
    description:
      'WebSockets open at the same time from one address or IPv6 network (/64), and as many event streams; 0 means unlimited, while the limits of new ones stay those of 1,000. A fifth may be unauthenticated, and a twentieth (at least 50) may be opened per second, with four times as many in a burst; later ones wait for up to 10 seconds, and more are refused. Raise it for many clients behind one NAT. Behind a proxy, set GATEWAY_TRUSTED_PROXIES: without it all clients have the address of the proxy.',
  },
  socketsPerClientMax: {
    variable: 'GATEWAY_SOCKETS_PER_CLIENT_MAX',
    schema: countOrOffSetting,
    default: '2000',
    description:
      'WebSockets open at the same time for one subject of one client, and as many event streams. 0 means unlimited. Raise it for a service that opens one per user.',
  },
  drainSeconds: {
    variable: 'GATEWAY_DRAIN_SECONDS',
    schema: drainSecondsSetting,
    default: '5',
    description:
      'How long a stopping gateway still accepts requests, so that none is lost on its way, and over which it disconnects its WebSockets and subscriptions over event streams, each at a random moment, so that they do not reconnect all together. Set it to the time in which your load balancer takes out an instance.',
  },
}

/** How long a client may read nothing while results are queued. */
const stallMs = 30_000

export function backpressureSettingsOf(config: {
  readonly slowConsumerPolicies?: ReadonlyMap<string, SlowConsumerPolicy> | undefined
  readonly waitingBytesMax: number
  readonly waitingBytesPerEvent: number
}): BackpressureSettings {
  const eventsMax = Math.ceil(config.waitingBytesMax / config.waitingBytesPerEvent)
  return {
    limits: { bytesMax: config.waitingBytesMax, eventsMax, stallMs },
    policies: config.slowConsumerPolicies ?? new Map(),
  }
}

/** New WebSockets of one address per second, at least: those behind one NAT reconnect together. */
const upgradesPerSecondMin = 50

/**
 * The limits of connections that follow from those of WebSockets. An unlimited number from one
 * address changes none: sockets that are new or not authenticated cost the most.
 */
export function connectionLimitsOf(config: { readonly socketsMax: number; readonly socketsPerAddressMax: number }): {
  readonly eventStreamsMax: number
  /** WebSockets whose clients are not authenticated yet. */
  readonly unauthenticatedMax: number
  readonly unauthenticatedPerAddressMax: number
  readonly upgradesPerAddressPerSecond: number
} {
  const perAddress = config.socketsPerAddressMax || SOCKETS_PER_ADDRESS_DEFAULT
  return {
    eventStreamsMax: Math.ceil(config.socketsMax / 2),
    unauthenticatedMax: Math.ceil(config.socketsMax / 5),
    unauthenticatedPerAddressMax: Math.ceil(perAddress / 5),
    upgradesPerAddressPerSecond: Math.max(upgradesPerSecondMin, perAddress / 20),
  }
}

/** The limits of event streams, which may be as many per client and address as WebSockets. */
export function eventStreamLimitsOf(config: {
  readonly socketsMax: number
  readonly socketsPerAddressMax: number
  readonly socketsPerClientMax: number
  readonly eventKeepAliveSeconds: number
  readonly drainSeconds: number
}) {
  return {
    streamsMax: connectionLimitsOf(config).eventStreamsMax,
    streamsPerClientMax: config.socketsPerClientMax,
    streamsPerAddressMax: config.socketsPerAddressMax,
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
    readonly socketsMax: number
    readonly socketsPerAddressMax: number
    readonly requestTimeoutSeconds: number
    readonly operationTimeoutSeconds: number
  },
  processes: number,
) {
  // Divided equally, since processes are given connections in turn.
  const share = (connections: number) => Math.ceil(connections / processes)
  const { socketsMax, socketsPerAddressMax: perAddress } = config
  const connectionsMax = share(socketsMax + connectionLimitsOf(config).eventStreamsMax + requestConnectionsMax)
  const requestTimeoutMs = config.requestTimeoutSeconds * 1_000
  return {
    connectionsMax,
    connectionsPerAddressMax:
      perAddress === 0 ? connectionsMax : share(2 * perAddress + requestConnectionsPerAddressMax),
    responseTimeoutMs: (config.operationTimeoutSeconds + 5) * 1_000,
    headersTimeoutMs: Math.min(headersTimeoutMsMax, requestTimeoutMs),
    requestTimeoutMs,
  }
}
