import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { de } from '../language/de.ts'
import { en } from '../language/en.ts'
import { eventName, eventNames } from './event-name.ts'

/** `'transfer.approved'`: subject and event, as the code names the types that it records. */
const TYPE = /'((?:[a-z]+[_-])*[a-z]+\.(?:[a-z]+[_-])*[a-z]+)'/g
/** Events whose types do not begin with a subject type. */
const OTHER_SUBJECTS = ['case', 'audit', 'evidence', 'personal-data']
/** A column whose name has the form of an event type. */
const COLUMNS = ['rates.at']

const recorded = recordedTypes()

test.each([
  ['English', en],
  ['German', de],
])('every recorded event type has a name in %s', (_, messages) => {
  expect(recorded).toContain('transfer.erased')
  expect(recorded.filter((type) => !Object.hasOwn(eventNames(messages), type))).toEqual([])
})

test('every event with a name is recorded', () => {
  expect(Object.keys(eventNames(en)).filter((type) => !recorded.includes(type))).toEqual([])
})

test('an event without a name is shown with its type', () => {
  expect(eventName('thing.made', en)).toBe('thing.made')
})

function recordedTypes(): readonly string[] {
  const subjects = new Set([...Object.keys(en.audit.subjects), ...OTHER_SUBJECTS])
  const types = sources().flatMap((text) => [...text.matchAll(TYPE)].map(([, type = '']) => type))
  return [...new Set(types)].filter((type) => subjects.has(type.split('.')[0] ?? '') && !COLUMNS.includes(type))
}

function sources(): readonly string[] {
  const root = new URL('../../../../', import.meta.url)
  const folders = ['trpd-subgraph', 'aopd-subgraph', 'autod-subgraph'].map((name) => `apps/${name}/src/`)
  return [...folders, 'packages/subgraph/src/'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.|\.generated\./.test(name))
      .map((name) => readFileSync(new URL(folder + name, root), 'utf8')),
  )
}
