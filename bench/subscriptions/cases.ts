import type { ClientProtocol } from './raw-client.ts'
import { OPERATIONS } from './schemas.ts'
import type { Contender } from './stages.ts'

/** A contender of a case, and the protocol of its clients. */
export interface Entrant {
  readonly contender: Contender
  readonly protocol: ClientProtocol
}

export interface Case {
  readonly name: string
  readonly clients: number
  /** `shared`: the same for all clients. `distinct`: with different variables for each client. */
  readonly operation: 'shared' | 'distinct'
  readonly query: string
  readonly entrants: readonly Entrant[]
  /** As fast as deliveries keep up, or at a given rate. */
  readonly pace: { readonly window: number } | { readonly eventsPerSecond: number }
}

const OURS: Entrant = { contender: 'ours', protocol: 'graphql-transport-ws' }
/** The legacy protocol, which the library graphql-ws does not support. */
const OURS_LEGACY: Entrant = { contender: 'ours', protocol: 'graphql-ws' }
const PLAIN: Entrant = { contender: 'plain', protocol: 'graphql-transport-ws' }

const BASELINE: Entrant = { contender: 'baseline', protocol: 'graphql-transport-ws' }

/** The case with the gateway of another checkout. */
export function withBaseline(its: Case): Case {
  return { ...its, entrants: [...its.entrants, BASELINE] }
}

const latencyClients = 100

export const CASES: readonly Case[] = [
  ...[1_000, 5_000, 10_000].flatMap((clients) => [fanOut(clients, 'shared'), fanOut(clients, 'distinct')]),
  federated('federated-1', 1, 'shared'),
  federated('federated-shared', 100, 'shared'),
  federated('federated-distinct', 100, 'distinct'),
  ...[100, 1_000].map(latency),
]

function fanOut(clients: number, operation: 'shared' | 'distinct'): Case {
  return {
    name: `${operation}-${clients}`,
    clients,
    operation,
    query: OPERATIONS.plain,
    entrants: [OURS, OURS_LEGACY, PLAIN],
    pace: { window: windowOf(clients) },
  }
}

function federated(name: string, clients: number, operation: 'shared' | 'distinct'): Case {
  return {
    name,
    clients,
    operation,
    query: OPERATIONS.federated,
    entrants: [OURS],
    pace: { window: windowOf(clients) },
  }
}

function latency(eventsPerSecond: number): Case {
  return {
    name: `latency-${eventsPerSecond}`,
    clients: latencyClients,
    operation: 'shared',
    query: OPERATIONS.plain,
    entrants: [OURS, PLAIN],
    pace: { eventsPerSecond },
  }
}

/**
 * Number of events in flight: enough that no server waits for the load process, but too few to make a client a slow
 * consumer.
 */
function windowOf(clients: number): number {
  return Math.max(4, Math.min(32, Math.ceil(2_000 / clients)))
}
