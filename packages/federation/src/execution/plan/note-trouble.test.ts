import { openLogger } from '@travel-rule/service/logger'
import { expect, test } from 'vitest'
import { LEFT, subgraphFault } from '../../subgraph-client/subgraph-fault.ts'
import { openRun } from '../plan-run.ts'
import { noteErrors, noteFault } from './note-trouble.ts'

const trouble = { subgraph: 'people', names: () => new Set(['name']), renamed: new Map() }

function open() {
  const logged: { readonly msg: string; readonly reason?: string; readonly count?: number }[] = []
  const destination = { write: (line: string) => void logged.push(JSON.parse(line)) }
  const logger = openLogger({ name: 'test', level: 'info', destination })
  const run = openRun({ logger, variables: {}, event: undefined, send: async () => LEFT })
  return { run, logged }
}

test('a subgraph that does not answer is in the log, and a client that left is not', () => {
  const { run, logged } = open()
  const target = {}
  noteFault(run, trouble, [target], LEFT)
  expect(run.failures.get(target)).toHaveLength(1)
  expect(logged).toEqual([])
  noteFault(run, trouble, [target], subgraphFault('UNAVAILABLE', 'ECONNREFUSED'))
  expect(logged).toMatchObject([{ msg: 'a subgraph did not answer', reason: 'ECONNREFUSED' }])
})

test('of very many errors a hundred are in the log, and how many there are', () => {
  const { run, logged } = open()
  const errors = Array.from({ length: 1_000 }, () => ({ path: ['name'] }))
  expect(noteErrors(run, trouble, [run.root], { data: { name: null }, errors }, (at) => [at])).toBe(true)
  expect(run.placed).toHaveLength(1_000)
  expect(logged).toHaveLength(101)
  expect(logged.at(-1)).toMatchObject({ msg: 'a subgraph has more errors than are listed', count: 1_000 })
})
