import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { print } from 'graphql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadTypeDefs } from './load-schema.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'schema '))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('type definitions are read from all graphql files of the folder and those in it, sorted by name', () => {
  mkdirSync(join(folder, 'a', 'graphql'), { recursive: true })
  writeFileSync(join(folder, 'a', 'graphql', 'c.graphql'), 'type C { a: A }')
  writeFileSync(join(folder, 'b.graphql'), 'type B { a: A }')
  writeFileSync(join(folder, 'a.graphql'), 'type A { b: B }')
  writeFileSync(join(folder, 'note.md'), 'not GraphQL')
  const typeDefs = loadTypeDefs(pathToFileURL(`${folder}/`))
  expect(print(typeDefs).match(/type (\w)/g)).toEqual(['type A', 'type B', 'type C'])
})

test('a graphql file that does not parse is an error', () => {
  writeFileSync(join(folder, 'a.graphql'), 'type A {')
  expect(() => loadTypeDefs(pathToFileURL(`${folder}/`))).toThrow(/Syntax Error/)
})
