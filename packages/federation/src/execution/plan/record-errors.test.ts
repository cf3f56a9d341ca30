import { expect, test } from 'vitest'
import { CANCELLED, subgraphFault } from '../../subgraph-client/subgraph-response.ts'
import { openRun } from '../run/plan-run.ts'
import { recordErrors, recordFault } from './record-errors.ts'

const fetch = { subgraph: 'people', operation: '{ name }', names: () => new Set(['name']), renamed: new Map() }

function open() {
  const logged: { readonly msg: string; readonly reason?: string; readonly count?: number }[] = []
  const log = (fields: object, msg: string) => void logged.push({ ...fields, msg })
  const logger = { warn: log, error: log }
  const run = openRun({ logger, variables: {}, event: undefined, send: async () => CANCELLED })
  return { run, logged }
}

test('a failed subgraph request is logged, but not a cancelled one', () => {
  const { run, logged } = open()
  const target = {}
  recordFault(run, fetch, [target], CANCELLED)
  expect(run.failures.get(target)).toHaveLength(1)
  expect(logged).toEqual([])
  recordFault(run, fetch, [target], subgraphFault('UNAVAILABLE', 'ECONNREFUSED'))
  expect(logged).toMatchObject([{ msg: 'subgraph request failed', reason: 'ECONNREFUSED' }])
})

test('at most a hundred errors of a subgraph response are logged, with the total count', () => {
  const { run, logged } = open()
  const errors = Array.from({ length: 1_000 }, () => ({ path: ['name'] }))
  expect(recordErrors(run, fetch, [run.root], { data: { name: null }, errors }, (at) => [at])).toBe(true)
  expect(run.located).toHaveLength(1_000)
  expect(logged).toHaveLength(101)
  expect(logged.at(-1)).toMatchObject({ msg: 'subgraph returned more errors than are listed', count: 1_000 })
})
