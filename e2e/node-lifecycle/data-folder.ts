import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new data folder. Disposing removes it. */
export interface DataFolder extends Disposable {
  readonly path: string
}

/** Its name contains spaces. `uid`: its owner. `open`: if true, any account may read it. */
export function newDataFolder({ uid, open = false }: { uid?: number; open?: boolean } = {}): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'a node of its own '))
  if (uid !== undefined) chownSync(path, uid, uid)
  if (open) chmodSync(path, 0o755)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
