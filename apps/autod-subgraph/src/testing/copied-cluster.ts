import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedCluster, openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'

/** The files of a stopped server that are copied. */
const COPIED = ['data', 'passwords.json']
/** With replication, a copy can be promoted like a standby. Until then it accepts no clients. */
const SETTINGS = { wal_level: 'replica', max_wal_senders: '1', restore_command: 'false', hot_standby: 'off' }

/** Servers by name, each with its own files, which are copied as a whole like those of backups and standbys. */
export interface CopiedClusters extends AsyncDisposable {
  /** Starts the server `name`; creates it if its files are missing. */
  start(name: string): Promise<EmbeddedCluster>
  /** Replaces the files of a stopped server with those of another stopped one. */
  copy(from: string, to: string): Promise<void>
  /** Makes the next start of a server end its recovery like a promoted standby: with a new timeline. */
  promote(name: string): Promise<void>
}

export async function openCopiedClusters(): Promise<CopiedClusters> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'copied-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const folderOf = (name: string) => path.join(folder, name)
  const owned = stack.move()
  return {
    start: async (name) =>
      owned.use(await openEmbeddedCluster({ dataDir: folderOf(name), durable: false, settings: SETTINGS })),
    async copy(from, to) {
      await rm(folderOf(to), { recursive: true, force: true })
      await mkdir(folderOf(to), { mode: 0o711 })
      execFileSync('cp', ['--archive', ...COPIED.map((file) => path.join(folderOf(from), file)), folderOf(to)])
    },
    promote: (name) => writeFile(path.join(folderOf(name), 'data', 'recovery.signal'), ''),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
