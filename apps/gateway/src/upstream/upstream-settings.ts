import { z } from 'zod'

/** A protocol over which a subgraph serves subscriptions. */
export type SubscriptionProtocol = 'graphql-transport-ws' | 'graphql-ws' | 'graphql-sse' | 'multipart'

/** How the subscriptions of one subgraph are requested. */
export interface UpstreamSettings {
  /** Default: detected when the first subscription connects. */
  readonly protocol?: SubscriptionProtocol | 'auto' | undefined
  /** Default: the URL for queries. */
  readonly url?: string | undefined
  /** Payload of `connection_init`. */
  readonly connectionInit?: Readonly<Record<string, unknown>> | undefined
  /** Headers of the request that opens the connection. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Where a WebSocket carries the identity assertion. `connection`: in the header `x-identity-assertion` of the upgrade
   * and in the payload of `connection_init`, in addition to each subscription; two callers' subscriptions then never
   * share a connection. Over HTTP, each request has the header.
   */
  readonly identity?: 'operation' | 'connection' | undefined
}

/** The schema of `UpstreamSettings`. */
export const upstreamSettings = z.strictObject({
  protocol: z.enum(['auto', 'graphql-transport-ws', 'graphql-ws', 'graphql-sse', 'multipart']).optional(),
  url: z.url({ protocol: /^(https?|wss?)$/ }).optional(),
  connectionInit: z.record(z.string(), z.json()).optional(),
  headers: z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/)).optional(),
  identity: z.enum(['operation', 'connection']).optional(),
})
