import { readdirSync, readFileSync } from 'node:fs'
import { settings } from '@travel-rule/gateway/config'
import { describe, expect, it } from 'vitest'

const document = read('../../docs/subscriptions.md')
const examples = readdirSync(new URL('.', import.meta.url)).filter((name) => !name.endsWith('.test.ts'))

describe('docs/subscriptions.md', () => {
  it('docs/subscriptions.md shows each tested example unchanged', () => {
    const shown = document.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)
    expect(Object.fromEntries(shown.map(([, name, code]) => [name, code]))).toEqual(
      Object.fromEntries(examples.map((name) => [name, read(name)])),
    )
  })

  it('docs/subscriptions.md names only settings that exist', () => {
    const known = Object.values(settings.settings).map(({ variable }): string => variable)
    expect(document.match(/GATEWAY_[A-Z_]+/g)?.filter((name) => !known.includes(name))).toEqual([])
  })

  it('docs/subscriptions.md names only error codes that docs/errors.md explains', () => {
    const explained = read('../../docs/errors.md')
    const named = document.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g).map(([, code]) => `\`${code}\``)
    const known = Object.values(settings.settings).map(({ variable }) => `\`${variable}\``)
    expect([...named].filter((name) => !known.includes(name) && !explained.includes(name))).toEqual([])
  })
})

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}
