import { readdirSync, readFileSync } from 'node:fs'

/** How a subgraph serves subscriptions. Each protocol has a separate subgraph and field. */
export type SubgraphProtocol = 'graphql-transport-ws' | 'graphql-ws' | 'graphql-sse' | 'multipart'
/** How the client subscribes. */
export type ClientProtocol = SubgraphProtocol

/** The steps of a subgraph, in order, for one attempt to subscribe. */
export type Step =
  /** Announces a position: `asked` is the position after which to resume, or `0`. */
  | { readonly announce: string }
  /** Sends an event with this id. */
  | { readonly event: string; readonly position?: string }
  /** Sends events with the ids from 1 to this number. */
  | { readonly events: number }
  /** Sends an event whose id has this many characters. */
  | { readonly long: number }
  /** Sends a result with these errors and `data: null`. */
  | { readonly errorResult: readonly object[] }
  /** Refuses or ends the subscription with these errors. */
  | { readonly errors: readonly object[] }
  | { readonly complete: true }
  /** Destroys the connection. */
  | { readonly drop: true }

/** A rule of live updates, with a subgraph and a client that test it. */
export interface Scenario {
  readonly id: string
  /** The protocol of the subgraph. */
  readonly protocol: SubgraphProtocol
  /** The rule. */
  readonly what: string
  /** The protocol of the client. Default: `graphql-transport-ws`. */
  readonly client?: ClientProtocol
  readonly extensions?: { readonly announce?: boolean; readonly resumeAfter?: string }
  /** A header of the client's request. */
  readonly lastEventId?: string
  /** Also selects a field of another subgraph, which responds after this time. */
  readonly labelAfterMs?: number
  /** The subgraph accepts connections but sends nothing. */
  readonly mute?: boolean
  /** Steps for each attempt to subscribe; none for later attempts. */
  readonly attempts: readonly (readonly Step[])[]
  readonly expect: Expectation
}

export interface Expectation {
  /** Ids of the events, in order; a number stands for all ids from 1. */
  readonly ids?: readonly string[] | number
  /** Announcements before the first event, of positions or `null`. */
  readonly announced?: readonly (string | null)[]
  /** The code of the error that ends the subscription, `complete`, or `live` if it continues. */
  readonly end: string
  /** The message of that error. */
  readonly message?: string
  /** Number of attempts of the gateway to subscribe. */
  readonly attempts?: number
  /** Maximum duration of the scenario. */
  readonly withinSeconds?: number
  /** Ids of the server-sent events. */
  readonly eventIds?: readonly string[]
}

/** A rule in a file: a scenario for each of these protocols and clients. */
interface Rule extends Omit<Scenario, 'protocol' | 'client'> {
  /** Default: all. */
  readonly protocols?: readonly SubgraphProtocol[]
  readonly clients?: readonly ClientProtocol[]
}

/** How the id of a scenario names a protocol. */
const NAMES = { 'graphql-transport-ws': 'ws', 'graphql-ws': 'legacy', 'graphql-sse': 'sse', multipart: 'multipart' }
const PROTOCOLS = Object.keys(NAMES) as SubgraphProtocol[]

/** All scenarios, in the order of their files. */
export function readScenarios(): Scenario[] {
  const folder = new URL('scenarios/', import.meta.url)
  const rules = readdirSync(folder)
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Rule[])
  return rules.flatMap(({ id, protocols = PROTOCOLS, clients, ...rule }) =>
    protocols.flatMap((protocol): Scenario[] =>
      clients === undefined
        ? [{ ...rule, id: `${id}-${NAMES[protocol]}`, protocol }]
        : clients.map((client) => ({ ...rule, id: `${id}-${NAMES[client]}-${NAMES[protocol]}`, protocol, client })),
    ),
  )
}
