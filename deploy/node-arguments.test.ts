import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/**
 * The arguments that memory and speed were measured with. Source: docs/decisions.md, "Arguments of
 * Node for the gateway".
 */
const ARGUMENTS = ['--max-semi-space-size=5', '--no-maglev']

test.each([
  'package.json',
  'apps/gateway/Dockerfile',
  'tools/node/src/parts.ts',
  'bench/gateway/contenders.ts',
  'bench/subscriptions/stages.ts',
])('%s runs the gateway with the arguments of Node that everybody runs it with', (file) => {
  const text = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
  const places = text.split('\n').filter((line) => line.includes('--max-semi-space-size'))
  expect(places.length).toBeGreaterThan(0)
  for (const place of places) expect(place.match(/--(?:max|no)-[a-z-]+(?:=\d+)?/g)).toEqual(ARGUMENTS)
})
