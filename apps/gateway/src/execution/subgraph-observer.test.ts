import { openLogger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import { expect, test } from 'vitest'
import { openSubgraphObservers } from './subgraph-observer.ts'

test('requests, retries and circuits of each subgraph are in the metrics, and changes of a circuit in the log', async () => {
  const logged: string[] = []
  const logger = openLogger({ name: 'x', level: 'info', destination: { write: (line) => void logged.push(line) } })
  const metrics = openMetrics('gateway')
  const observers = openSubgraphObservers(metrics, logger)
  const people = observers.observe('people')
  observers.observe('orders').attempted('SUCCESS')
  people.attempted('FAILURE')
  people.attempted('FAILURE')
  people.retried()
  people.circuitChanged('OPEN')
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/gateway_subgraph_requests_total\{subgraph="people",outcome="failure".*\} 2/)
  expect(text).toMatch(/gateway_subgraph_requests_total\{subgraph="orders",outcome="success".*\} 1/)
  expect(text).toMatch(/gateway_subgraph_retries_total\{subgraph="people".*\} 1/)
  expect(text).toMatch(/gateway_subgraph_circuit_state\{subgraph="people".*\} 2/)
  expect(text).toMatch(/gateway_subgraph_circuit_state\{subgraph="orders".*\} 0/)
  people.circuitChanged('HALF_OPEN')
  people.circuitChanged('CLOSED')
  expect(logged.map((line) => JSON.parse(line)).map(({ level, subgraph }) => [level, subgraph])).toEqual([
    ['warn', 'people'],
    ['info', 'people'],
    ['info', 'people'],
  ])
  expect(await metrics.registry.metrics()).toMatch(/gateway_subgraph_circuit_state\{subgraph="people".*\} 0/)
})
