import { createHash } from 'node:crypto'

/**
 * The root of the Merkle tree over `leaves`. Source: RFC 6962, section 2.1.
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return hash()
  return rootOf(leaves.map((leaf) => hash(LEAF, leaf)))
}

/**
 * Returns a function that gives the audit path of the leaf at an index; the path leads from the leaf to the
 * root. Hashes the tree once. Source: RFC 6962, section 2.1.1.
 */
export function merklePaths(leaves: readonly Uint8Array[]): (index: number) => Buffer[] {
  const levels = [leaves.map((leaf) => hash(LEAF, leaf))]
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) level = parentsOf(level)
  return (index) => levels.flatMap((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? [])
}

/**
 * The root to which a leaf leads by its path; `undefined` if the path has the wrong length. Source: RFC 9162,
 * section 2.1.3.2.
 */
export function rootByPath(
  leaf: Uint8Array,
  { index, size, path }: { readonly index: number; readonly size: number; readonly path: readonly Uint8Array[] },
): Buffer | undefined {
  if (index < 0 || index >= size) return undefined
  let place = index
  let last = size - 1
  let root = hash(LEAF, leaf)
  for (const sibling of path) {
    if (last === 0) return undefined
    if (place % 2 === 1 || place === last) {
      root = hash(NODE, sibling, root)
      while (place % 2 === 0 && place !== 0) {
        place = Math.floor(place / 2)
        last = Math.floor(last / 2)
      }
    } else root = hash(NODE, root, sibling)
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : undefined
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

function rootOf(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes
  if (only !== undefined && hashes.length === 1) return only
  const split = splitOf(hashes.length)
  return hash(NODE, rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)))
}

/** The next level up. The last node of an odd number has no sibling and becomes its own parent. */
function parentsOf(level: readonly Buffer[]): Buffer[] {
  const parents: Buffer[] = []
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = level.slice(index, index + 2)
    if (left !== undefined) parents.push(right === undefined ? left : hash(NODE, left, right))
  }
  return parents
}

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1))
}

function hash(...parts: readonly Uint8Array[]): Buffer {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest()
}
