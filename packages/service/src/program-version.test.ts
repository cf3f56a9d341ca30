import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROGRAM_VERSION } from './program-version.ts'

test('every app of a release has the version that the service reports', () => {
  const apps = new URL('../../../apps/', import.meta.url)
  const files = [
    new URL('../package.json', apps),
    ...readdirSync(apps).map((app) => new URL(`${app}/package.json`, apps)),
  ]
  const versions = files.map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version)
  expect(new Set(versions)).toEqual(new Set([PROGRAM_VERSION]))
})
