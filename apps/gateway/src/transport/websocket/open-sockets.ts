import { openClientConnections, openSharedClientConnections } from '../../limits/connection-counts.ts'
import type { SharedConnections } from '../../limits/shared-counts.ts'
import { backpressureSettingsOf, connectionLimitsOf } from '../delivery/delivery-settings.ts'
import { legacyProtocol } from './legacy-protocol.ts'
import { openSocketHost, ownOrigins, type SocketHost, type SocketHostOptions } from './socket-host.ts'
import { transportProtocol } from './transport-protocol.ts'

type Settings = Parameters<typeof backpressureSettingsOf>[0] &
  Parameters<typeof connectionLimitsOf>[0] & {
    readonly socketInitTimeoutSeconds: number
    readonly operationsPerSocketMax: number
    readonly sockets: { readonly client: number }
    readonly bytesMax: { readonly body: number }
    readonly drainSeconds: number
    readonly socketMessagesPerSecond: number
    readonly socketMessagesBurst: number
    readonly baseUrl: string
    readonly corsOrigins?: readonly string[] | undefined
  }

type Parts = Pick<
  SocketHostOptions,
  'pipeline' | 'authenticator' | 'clientAddresses' | 'metrics' | 'turns' | 'logger'
> & {
  /** The processes of the gateway, if there are several. */
  readonly group: { readonly count: number; readonly connections: SharedConnections } | undefined
}

/** The WebSockets of the gateway, in both subprotocols. */
export function openSockets(settings: Settings, { group, ...parts }: Parts): SocketHost {
  const initTimeoutMs = settings.socketInitTimeoutSeconds * 1_000
  const { unauthenticatedMax, unauthenticatedPerAddressMax, upgradesPerAddressPerSecond } = connectionLimitsOf(settings)
  return openSocketHost({
    ...parts,
    operationsPerSocketMax: settings.operationsPerSocketMax,
    protocols: [transportProtocol({ initTimeoutMs }), legacyProtocol({ initTimeoutMs, keepAliveMs: 20_000 })],
    limits: {
      socketsMax: settings.sockets.total,
      socketsPerAddressMax: settings.sockets.address,
      unauthenticatedMax,
      unauthenticatedPerAddressMax,
      upgradesPerAddressPerSecond: upgradesPerAddressPerSecond / (group?.count ?? 1),
      messageBytesMax: settings.bytesMax.body,
      pingMs: 25_000,
      closeWaitMs: 1_000,
      drainMs: settings.drainSeconds * 1_000,
    },
    connections:
      group === undefined
        ? openClientConnections(settings.sockets.client)
        : openSharedClientConnections(group.connections),
    shared: group?.connections,
    origins: [...ownOrigins(settings.baseUrl), ...(settings.corsOrigins ?? [])],
    backpressure: backpressureSettingsOf(settings),
    paces: {
      unauthenticated: UNAUTHENTICATED_PACE,
      authenticated: { perSecond: settings.socketMessagesPerSecond, burst: settings.socketMessagesBurst },
    },
  })
}

/** A client of the older protocol may send 100 operations with `connection_init`. */
const UNAUTHENTICATED_PACE = { perSecond: 20, burst: 120 }
