import { expect, test } from 'vitest'
import { merklePaths, merkleRoot, rootByPath } from './merkle-tree.ts'

/** Source: certificate-transparency, merkletree/merkle_tree_test.cc, and RFC 6962, section 2.1.3. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const leaves = LEAVES.map((hex) => Buffer.from(hex, 'hex'))

test('the root of a Merkle tree matches the published vectors', () => {
  ROOTS.forEach((root, index) => void expect(merkleRoot(leaves.slice(0, index + 1)).toString('hex')).toBe(root))
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(merkleRoot([]).toString('hex')).toBe(empty)
})

test('each leaf of a tree of up to 70 leaves leads to its root, and no other leaf, index or size does', () => {
  for (let size = 1; size <= 70; size += 1) {
    const tree = Array.from({ length: size }, (_, at) => Buffer.from(`leaf ${at}`))
    const root = merkleRoot(tree).toString('hex')
    const pathOf = merklePaths(tree)
    tree.forEach((leaf, index) => {
      const path = pathOf(index)
      expect(rootByPath(leaf, { index, size, path })?.toString('hex')).toBe(root)
      expect(rootByPath(Buffer.from('other'), { index, size, path })?.toString('hex')).not.toBe(root)
      expect(rootByPath(leaf, { index, size, path: [...path, leaf] })?.toString('hex')).not.toBe(root)
      if (size > 1) expect(rootByPath(leaf, { index: (index + 1) % size, size, path })?.toString('hex')).not.toBe(root)
    })
  }
})
