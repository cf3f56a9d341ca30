import { expect, test } from 'vitest'
import { silentLogger } from '../../testing/run-operation.ts'
import { openRun, recordFailure } from '../run/plan-run.ts'
import { ProjectionState } from './projection-state.ts'

test('a field that two fetches did not deliver for the same reason has one error', () => {
  const send = () => Promise.reject(new Error('nothing is fetched'))
  const run = openRun({ variables: {}, send, logger: silentLogger, event: undefined })
  for (let fetch = 0; fetch < 2; fetch += 1) {
    const cause = { message: 'late', extensions: { code: 'SUBGRAPH_TIMEOUT' } }
    recordFailure(run, run.root, { names: new Set(['pages']), cause })
  }
  const state = new ProjectionState(run)
  state.path[0] = 'pages'
  state.reportMissing(run.root, 'pages', 'field Book.pages', 0)
  expect(state.errors).toEqual([{ message: 'late', path: ['pages'], extensions: { code: 'SUBGRAPH_TIMEOUT' } }])
  expect(state.unreported().size).toBe(0)
})
