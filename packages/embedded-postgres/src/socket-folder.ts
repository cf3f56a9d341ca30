import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Maximum length of a unix socket path on every supported system, in bytes (macOS 103, Linux 107). */
const SOCKET_PATH_BYTES_MAX = 103
const SOCKET_NAME = '.s.PGSQL.5432'
const PREFIX = 'pg-socket-'
const NAME_DIGITS = 24

export interface SocketFolder extends AsyncDisposable {
  /** Absolute path of an empty folder with mode 0700. */
  readonly path: string
}

/**
 * An empty folder for the server's socket: `socket` in `folder`, or a temporary one if that path is too long. It is the
 * same at every start, so that URLs from before a crash stay valid.
 *
 * `folder` records which one is used, so that the next start can remove the leftovers of a killed one. Call it only
 * while no server of `folder` is running.
 */
export async function openSocketFolder(folder: string): Promise<SocketFolder> {
  const note = path.join(folder, 'socket-folder')
  const previous = await readFile(note, 'utf8').catch(() => '')
  const inside = path.join(folder, 'socket')
  // Removes only the two kinds of folders created below.
  if (previous === inside || path.basename(previous).startsWith(PREFIX))
    await rm(previous, { recursive: true, force: true })

  const preferred = fits(inside) ? inside : temporaryFolderOf(folder)
  const created = await createOwnFolder(preferred)
  await writeFile(note, created)
  return {
    path: created,
    [Symbol.asyncDispose]: async () => {
      await rm(created, { recursive: true, force: true })
      await rm(note, { force: true })
    },
  }
}

function temporaryFolderOf(folder: string): string {
  const name = `${PREFIX}${createHash('sha256').update(folder).digest('hex').slice(0, NAME_DIGITS)}`
  return path.join(fits(path.join(tmpdir(), name)) ? tmpdir() : '/tmp', name)
}

/** Creates `preferred`, or a folder with another name if another account owns `preferred`. */
async function createOwnFolder(preferred: string): Promise<string> {
  await rm(preferred, { recursive: true, force: true }).catch(() => {})
  try {
    await mkdir(preferred, { mode: 0o700 })
    return preferred
  } catch {
    return mkdtemp(`${preferred}-`)
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX
}
