import type { CircuitState } from '@travel-rule/federation/subgraph-client/circuit-breaker'
import type { SubgraphObserver } from '@travel-rule/federation/subgraph-client/subgraph-client'
import type { Logger } from '@travel-rule/service/logger'
import { Counter, Gauge, type Metrics } from '@travel-rule/service/metrics'

/** The observer of one client, disposed when the client is closed. */
export interface OpenSubgraphObserver extends SubgraphObserver {
  framedConnectionsChanged(connections: number): void
  closed(): void
}

/**
 * Reports subgraph requests in the metrics, and circuit breaker changes in the log as well. Call it
 * once per registry.
 *
 * A subgraph whose URL changes has two clients for a while. The gauge then shows the worse circuit
 * breaker.
 */
export function openSubgraphObservers(
  { registry }: Metrics,
  logger: Logger,
): { observe(subgraph: string): OpenSubgraphObserver } {
  const registers = [registry]
  const attempts = new Counter({
    name: 'gateway_subgraph_requests_total',
    help: 'Requests sent to a subgraph, by outcome',
    labelNames: ['subgraph', 'outcome'],
    registers,
  })
  const retries = new Counter({
    name: 'gateway_subgraph_retries_total',
    help: 'Retries of requests to a subgraph',
    labelNames: ['subgraph'],
    registers,
  })
  const circuit = new Gauge({
    name: 'gateway_subgraph_circuit_state',
    help: '0 closed, 1 half open, 2 open',
    labelNames: ['subgraph'],
    registers,
  })
  const framed = new Gauge({
    name: 'gateway_subgraph_framed_connections',
    help: 'Connections to a subgraph that carry requests in frames',
    labelNames: ['subgraph'],
    registers,
  })
  /** The state of each open client, by its subgraph. */
  const states = new Map<string, Map<object, number>>()

  function show(subgraph: string, client: object, state: number | undefined): void {
    const ofClients = states.get(subgraph) ?? new Map<object, number>()
    if (state === undefined) ofClients.delete(client)
    else ofClients.set(client, state)
    if (ofClients.size > 0) {
      states.set(subgraph, ofClients)
      circuit.set({ subgraph }, Math.max(...ofClients.values()))
    } else {
      states.delete(subgraph)
      circuit.remove({ subgraph })
    }
  }

  return {
    observe(subgraph) {
      const counted = {
        SUCCESS: attempts.labels({ subgraph, outcome: 'success' }),
        FAILURE: attempts.labels({ subgraph, outcome: 'failure' }),
        NEUTRAL: attempts.labels({ subgraph, outcome: 'neutral' }),
      }
      const client = {}
      const framedConnections = framed.labels({ subgraph })
      let framedOfClient = 0
      show(subgraph, client, GAUGE_OF_STATE.CLOSED)
      return {
        closed: () => show(subgraph, client, undefined),
        framedConnectionsChanged(connections) {
          framedConnections.inc(connections - framedOfClient)
          framedOfClient = connections
        },
        attempted: (outcome) => counted[outcome].inc(),
        retried: () => retries.inc({ subgraph }),
        circuitChanged(state) {
          // A pending request may complete after the client was closed.
          if (states.get(subgraph)?.has(client) !== true) return
          show(subgraph, client, GAUGE_OF_STATE[state])
          if (state === 'OPEN') logger.warn({ subgraph }, 'circuit breaker opened')
          if (state === 'HALF_OPEN') logger.info({ subgraph }, 'circuit breaker half-open')
          if (state === 'CLOSED') logger.info({ subgraph }, 'circuit breaker closed')
        },
      }
    },
  }
}

const GAUGE_OF_STATE: Readonly<Record<CircuitState, number>> = { CLOSED: 0, HALF_OPEN: 1, OPEN: 2 }
