import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const CODE = /(?:code: |(?:refused|problem|refusal)\(\s*)'([A-Z][A-Z0-9]{3,}(?:_[A-Z0-9]+)*)'/g
/** Node's own error codes and the verdicts inside `packages/auth`, which never leave the process. */
const NOT_SHOWN = new Set(['TOKEN_REFUSED', 'PROVIDER_UNAVAILABLE', 'OPERATION_RESOLUTION_FAILURE'])

it('every code that the service gives is explained in docs/errors.md', () => {
  const explained = new Set(readFileSync(`${root}docs/errors.md`, 'utf8').match(/[A-Z][A-Z0-9_]{3,}/g))
  const missing = new Set<string>()
  let found = 0
  for (const folder of ['apps', 'packages']) {
    for (const entry of readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })) {
      const path = `${entry.parentPath}/${entry.name}`
      if (
        !entry.isFile() ||
        !entry.name.endsWith('.ts') ||
        /node_modules|\.test\.ts$|\/(testing|differential)\//.test(path)
      )
        continue
      for (const [, code = ''] of readFileSync(path, 'utf8').matchAll(CODE)) {
        found += 1
        if (!explained.has(code) && !NOT_SHOWN.has(code)) missing.add(`${code} (${path.slice(root.length)})`)
      }
    }
  }
  expect(found).toBeGreaterThan(50)
  expect([...missing]).toEqual([])
})
