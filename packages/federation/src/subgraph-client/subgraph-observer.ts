import type { Logger } from '@travel-rule/service/logger'
import { Counter, Gauge, type Metrics } from '@travel-rule/service/metrics'
import type { CircuitState, Outcome } from './circuit-breaker.ts'

/** Is told what a client to a subgraph goes through. */
export interface SubgraphObserver {
  attempted(outcome: Outcome): void
  retried(): void
  circuitChanged(state: CircuitState): void
}

/** The observer of one client, until that is closed. */
export interface OpenSubgraphObserver extends SubgraphObserver {
  closed(): void
}

export const SILENT: SubgraphObserver = { attempted() {}, retried() {}, circuitChanged() {} }

/**
 * Shows subgraphs in the metrics, and changes of their circuits in the log as well. Called once per registry.
 *
 * A subgraph that moves has two clients for a while: the circuit that is worst is shown.
 */
export function openSubgraphObservers(
  { registry }: Metrics,
  logger: Logger,
): { observe(subgraph: string): OpenSubgraphObserver } {
  const registers = [registry]
  const attempts = new Counter({
    name: 'gateway_subgraph_requests_total',
    help: 'Requests sent to a subgraph, by what they say about it',
    labelNames: ['subgraph', 'outcome'],
    registers,
  })
  const retries = new Counter({
    name: 'gateway_subgraph_retries_total',
    help: 'Requests sent to a subgraph once more',
    labelNames: ['subgraph'],
    registers,
  })
  const circuit = new Gauge({
    name: 'gateway_subgraph_circuit_state',
    help: '0 closed, 1 half open, 2 open',
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
      show(subgraph, client, GAUGE_OF_STATE.CLOSED)
      return {
        closed: () => show(subgraph, client, undefined),
        attempted: (outcome) => counted[outcome].inc(),
        retried: () => retries.inc({ subgraph }),
        circuitChanged(state) {
          // What was under way may still end when nobody asks any more.
          if (states.get(subgraph)?.has(client) !== true) return
          show(subgraph, client, GAUGE_OF_STATE[state])
          if (state === 'OPEN') logger.warn({ subgraph }, 'a subgraph fails too often: nothing is sent to it for now')
          if (state === 'HALF_OPEN')
            logger.info({ subgraph }, 'a request is sent to a failing subgraph to see how it is')
          if (state === 'CLOSED') logger.info({ subgraph }, 'a subgraph answers again')
        },
      }
    },
  }
}

const GAUGE_OF_STATE: Readonly<Record<CircuitState, number>> = { CLOSED: 0, HALF_OPEN: 1, OPEN: 2 }
