import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')
/** The files from which a node runs, and with which its tests are compiled. */
const COPIED = [
  'apps',
  'packages',
  'tools',
  'node_modules',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.workspace.json',
]
const NOBODY = 65534

/** A checkout from which any account can run a node. Disposing removes it if it is a copy. */
export interface ReachableCheckout extends Disposable {
  /** Its absolute path. */
  readonly root: string
  /** The Node executable of this process, as a path in that checkout. */
  readonly node: string
}

/**
 * This checkout if other accounts can enter its folder, otherwise a copy, for example if the clone is in root's home.
 * Only for root.
 */
export function openReachableCheckout(): ReachableCheckout {
  if (isReachable(ROOT)) return { root: ROOT, node: process.execPath, [Symbol.dispose]: () => {} }
  const root = mkdtempSync(path.join(tmpdir(), 'reachable-checkout-'))
  const copy = { root, node: nodeIn(root), [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
  chmodSync(root, 0o755)
  const sources = COPIED.map((name) => `${ROOT}/${name}`)
  // Hard links are quicker, but exist only within one file system, and share their modes with the originals.
  const linked = spawnSync('cp', ['--archive', '--link', ...sources, root])
  if (linked.status === 0 && isReachable(root)) return copy
  run('cp', ['--archive', '--remove-destination', ...sources, root])
  run('chmod', ['--recursive', 'a+rX', root])
  return copy
}

/** True if an ordinary account can run Node from the checkout and read its files. */
function isReachable(root: string): boolean {
  const script = `require('node:fs').readFileSync(${JSON.stringify(`${root}/package.json`)})`
  const options = { uid: NOBODY, gid: NOBODY, cwd: '/', stdio: 'ignore' } as const
  return spawnSync(nodeIn(root), ['-e', script], options).status === 0
}

function nodeIn(root: string): string {
  return process.execPath.startsWith(`${ROOT}/`) ? root + process.execPath.slice(ROOT.length) : process.execPath
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}
