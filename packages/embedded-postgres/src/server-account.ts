import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chown, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** The uid and gid of `nobody`, for which `initdb` finds a name on every common system. */
const NOBODY = 65534

/** The account that runs the server's programs, since PostgreSQL refuses to run as root. */
export interface ServerAccount {
  readonly kind: 'self' | 'nobody' | 'namespace'
  /** Starts a program under the account. */
  spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess
  /** Makes the account the owner of `folder` and its content. */
  own(folder: string): Promise<void>
}

/**
 * The account of the server: the caller's own, or for root, `nobody`. If `nobody` cannot reach the programs or the
 * folder, root in a user namespace in which it has another id.
 *
 * Throws when root can use neither. `folder` must exist.
 */
export function chooseServerAccount({ program, folder }: { program: string; folder: string }): ServerAccount {
  if (process.getuid?.() !== 0) return { kind: 'self', spawn, own: async () => {} }
  if (nobodyReaches(program, folder)) {
    return {
      kind: 'nobody',
      spawn: (command, args, options) => spawn(command, args, { ...options, uid: NOBODY, gid: NOBODY }),
      own: (owned) => chownAll(owned, NOBODY),
    }
  }
  const mapped = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  const tried = spawnSync('unshare', [...mapped, program, '--version'], { encoding: 'utf8' })
  if (tried.status === 0) {
    return {
      kind: 'namespace',
      spawn: (command, args, options) => spawn('unshare', [...mapped, command, ...args], options),
      own: (owned) => chownAll(owned, 0),
    }
  }
  throw new Error(
    `PostgreSQL does not run as root: make ${program} and ${folder} reachable for other users, start as an ordinary user, ` +
      `or allow user namespaces (${tried.error?.message ?? tried.stderr.trim()})`,
  )
}

function nobodyReaches(program: string, folder: string): boolean {
  const options = { uid: NOBODY, gid: NOBODY, cwd: '/', stdio: 'ignore' } as const
  return spawnSync('/bin/sh', ['-c', '"$0" --version && cd "$1"', program, folder], options).status === 0
}

async function chownAll(folder: string, id: number): Promise<void> {
  const { uid, gid } = await stat(folder)
  if (uid === id && gid === id) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), id, id)
  }
  // The folder itself is last, so that an interrupted walk is repeated.
  await chown(folder, id, id)
}
