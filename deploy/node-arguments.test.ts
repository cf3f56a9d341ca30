import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/**
 * The arguments that memory and speed were measured with.
 * Source: docs/decisions/0013-arguments-of-node-for-the-gateway.md.
 */
const ARGUMENTS = [
  '--max-semi-space-size=5',
  '--no-maglev',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=20',
]

test.each([
  'package.json',
  'deploy/Dockerfile',
  'tools/node/src/parts.ts',
  'bench/gateway/contenders.ts',
  'bench/subscriptions/stages.ts',
])('%s runs the gateway with the arguments of Node that everybody runs it with', (file) => {
  const text = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
  const places = [...text.matchAll(/--max-semi-space-size/g)]
  expect(places.length).toBeGreaterThan(0)
  for (const { index } of places) {
    const options = text.slice(index).match(/--[a-z-]+(?:=\d+)?/g) ?? []
    expect(options.slice(0, ARGUMENTS.length)).toEqual(ARGUMENTS)
  }
})
