import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Longest path of a unix socket in bytes that every supported system takes (macOS 103, Linux 107). */
const SOCKET_PATH_BYTES_MAX = 103
const SOCKET_NAME = '.s.PGSQL.5432'
const PREFIX = 'pg-socket-'

export interface SocketFolder extends AsyncDisposable {
  /** Absolute path of an empty folder with mode 0700. */
  readonly path: string
}

/**
 * An empty folder for the server's socket: `socket` in `folder`, or a temporary one where that path is too long.
 *
 * Which one was taken is kept in `folder`, so that what a killed owner left behind is removed by the next. Call only
 * when no server of `folder` runs.
 */
export async function openSocketFolder(folder: string): Promise<SocketFolder> {
  const note = path.join(folder, 'socket-folder')
  const earlier = await readFile(note, 'utf8').catch(() => '')
  const inside = path.join(folder, 'socket')
  // Removes nothing but folders of the two kinds made below.
  if (earlier === inside || path.basename(earlier).startsWith(PREFIX))
    await rm(earlier, { recursive: true, force: true })
  await rm(inside, { recursive: true, force: true })

  const chosen = fits(inside) ? inside : await mkdtemp(path.join(fits(tmpdir(), 20) ? tmpdir() : '/tmp', PREFIX))
  await mkdir(chosen, { recursive: true, mode: 0o700 })
  await writeFile(note, chosen)
  return {
    path: chosen,
    [Symbol.asyncDispose]: async () => {
      await rm(chosen, { recursive: true, force: true })
      await rm(note, { force: true })
    },
  }
}

function fits(folder: string, spareBytes = 0): boolean {
  return Buffer.byteLength(path.join(folder, SOCKET_NAME)) + spareBytes <= SOCKET_PATH_BYTES_MAX
}
