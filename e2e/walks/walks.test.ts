import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROOT, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { filesOf, MEASURABLE } from './entered-functions.ts'
import { measureWalks } from './measure-walks.ts'

const document = readFileSync(`${ROOT}/docs/architecture.md`, 'utf8')
const sections = new Map(document.split(/^### /m).map((section) => [section.split('\n')[0], section]))

await using node = await startNode({ env: MEASURABLE, clusterTemplate: true })
const { query, inquiry, event } = await measureWalks(accessTo(node))

describe.each([
  { title: 'A query', walk: query },
  { title: 'A live event', walk: event },
  { title: 'An inbound inquiry', walk: inquiry },
])('$title of docs/architecture.md', ({ title, walk }) => {
  const section = sections.get(title) ?? ''

  it.each(Object.entries(walk))(
    `${title.toLowerCase()} enters no more files of %s than documented`,
    (part, functions) => {
      const [, limit] = new RegExp(`(\\d+) (?:files )?of (?:the )?${part}`).exec(section) ?? []
      const files = filesOf(functions)
      expect(files.length, `npm run walks prints:\n${files.join('\n')}`).toBeLessThanOrEqual(Number(limit))
    },
  )

  it(`${title.toLowerCase()} enters the functions of its documented steps`, () => {
    const steps = [...section.matchAll(/^\d+\. `([^`]+)` → `([^`]+)`/gm)].map(([, path, name]) => `${path} → ${name}`)
    const entered = new Set(Object.values(walk).flat())
    expect(steps.filter((step) => !entered.has(step))).toEqual([])
  })
})
