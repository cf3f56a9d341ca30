import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'

const source = fileURLToPath(new URL('..', import.meta.url))
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      /\.tsx?$/.test(name) && !/\.test\.|(messages|language|service-words)\/([\w-]+-)?(en|de)\.ts|generated/.test(name),
  )
  .map((name) => readFileSync(`${source}${name}`, 'utf8'))
  .join('\n')

/** The names of messages, except tables that are indexed by a value of the API. */
const names = (messages: object): string[] =>
  Object.entries(messages).flatMap(([name, message]) => {
    if (typeof message !== 'object' || name === 'problems' || name === 'evidenceNames') return [name]
    const isTable = Object.keys(message).some((key) => /^[A-Z_]+$|[.:-]/.test(key))
    return isTable && name !== 'actions' ? [name] : names(message)
  })

test('every message is shown somewhere', () => {
  const unused = names(en).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
  expect(unused).toEqual([])
})

test('German has its own words for every message', () => {
  const same = new Set([
    'Travel Rule',
    'Status',
    'Live',
    'Administrator',
    'Filter',
    'Name',
    'alias',
    'LEI',
    'Asset',
    'Organisation',
    'Transfer',
    'VASP',
    'Hash',
    'Gateway',
    'OpenSanctions',
    ', ',
  ])
  const pairs = (one: object, other: object): [unknown, unknown][] =>
    Object.entries(one).flatMap(([name, value]) => {
      const counterpart = (other as Record<string, unknown>)[name]
      return typeof value === 'object'
        ? pairs(value, counterpart as object)
        : [[value, counterpart] as [unknown, unknown]]
    })
  const untranslated = pairs(en, de).filter(([english, german]) => english === german && !same.has(String(english)))
  expect(untranslated).toEqual([])
})
