import { openLogger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import { expect, test } from 'vitest'
import { openSubgraphObservers } from './subgraph-metrics.ts'

test('metrics show the circuit breaker of a subgraph until its last client is closed', async () => {
  const metrics = openMetrics('gateway')
  const logger = openLogger({ name: 'x', level: 'silent' })
  const observers = openSubgraphObservers(metrics, logger)
  const shown = async () =>
    /gateway_subgraph_circuit_state\{subgraph="people".*\} (\d)/.exec(await metrics.registry.metrics())?.[1]
  const before = observers.observe('people')
  before.circuitChanged('OPEN')
  const after = observers.observe('people')
  expect(await shown()).toBe('2')
  before.closed()
  before.circuitChanged('HALF_OPEN')
  expect(await shown()).toBe('0')
  after.circuitChanged('HALF_OPEN')
  expect(await shown()).toBe('1')
  after.closed()
  expect(await shown()).toBeUndefined()
})

test('requests, retries and circuit breakers of each subgraph are in the metrics, and circuit breaker changes in the log', async () => {
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
