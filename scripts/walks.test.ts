import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const STEPS_MAX = 12
const STEP = /^\d+\. `([^`]+)` → `([^`]+)`/

/**
 * The walks of docs/architecture.md: each a heading of the third level under "Walks", with numbered
 * steps.
 */
const [, section = ''] = readFileSync(`${root}docs/architecture.md`, 'utf8').split(/^## Walks$/m)
const walks = (section.split(/^## /m)[0] ?? '')
  .split(/^### /m)
  .slice(1)
  .map((walk) => {
    const [title = '', ...lines] = walk.split('\n')
    return { title, steps: lines.filter((line) => /^\d+\. /.test(line)) }
  })

it('docs/architecture.md walks through a query, a mutation, a live event, an inquiry in each direction and an ownership proof', () => {
  expect(walks.map(({ title }) => title)).toEqual([
    'A query',
    'A mutation',
    'A live event',
    'An outbound inquiry',
    'An inbound inquiry',
    'An ownership proof that a check finds',
  ])
})

describe.each(walks)('the walk through $title', ({ steps }) => {
  it(`the walk has at most ${STEPS_MAX} steps`, () => {
    expect(steps.length).toBeGreaterThan(3)
    expect(steps.length).toBeLessThanOrEqual(STEPS_MAX)
  })

  it.each(steps)('a step of the walk names an existing function: %s', (step) => {
    const [, path = '', name = ''] = STEP.exec(step) ?? []
    expect(existsSync(`${root}${path}`), `${path} is missing`).toBe(true)
    expect(defines(readFileSync(`${root}${path}`, 'utf8'), name), `${path} defines no ${name}`).toBe(true)
  })
})

/** True if the source defines a function, method, property or constant of this name. */
function defines(source: string, name: string): boolean {
  return new RegExp(`^\\s*(?:export )?(?:async )?(?:function\\*? |const )?#?${name}\\s*[(=:<]`, 'm').test(source)
}
