import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { linkLibraries } from './server-binaries.ts'

test('concurrent and repeated starts can all link the libraries', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'pg-links-'))
  try {
    await mkdir(path.join(root, 'native', 'lib'), { recursive: true })
    const links = ['a', 'b', 'c'].map((name) => ({
      source: `native/lib/lib${name}.so.1.2`,
      target: `native/lib/lib${name}.so`,
    }))
    await writeFile(path.join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links))
    for (const { source } of links) await writeFile(path.join(root, source), source)
    await Promise.all(Array.from({ length: 20 }, () => linkLibraries(root)))
    await linkLibraries(root)
    for (const { source, target } of links) expect(await readFile(path.join(root, target), 'utf8')).toBe(source)
  } finally {
    await rm(root, { recursive: true })
  }
})
