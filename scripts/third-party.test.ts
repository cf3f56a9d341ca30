import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { licenceReport } from './licence-report.ts'
import { type Lock, licenceProblems, productionPackages } from './third-party.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const ours = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as Lock

const LOCK: Lock = {
  packages: {
    '': { devDependencies: { tester: '1' } },
    'apps/one': { dependencies: { direct: '1', '@our/two': '*' }, devDependencies: { tester: '1' } },
    'packages/two': { dependencies: { shared: '2' }, optionalDependencies: { 'binary-mac': '1', 'binary-linux': '1' } },
    'packages/explorer': { devDependencies: { bundled: '1', vite: '1', '@types/bundled': '1' } },
    'node_modules/@our/two': { resolved: 'packages/two', link: true },
    'node_modules/direct': { version: '1.0.0', license: 'MIT', dependencies: { shared: '1' } },
    'node_modules/shared': { version: '2.0.0', license: 'ISC' },
    'node_modules/direct/node_modules/shared': { version: '1.0.0', license: 'MIT' },
    'node_modules/tester': { version: '1.0.0', license: 'GPL-3.0' },
    'node_modules/bundled': { version: '1.0.0', license: 'MIT', peerDependencies: { peer: '1' } },
    'node_modules/peer': { version: '1.0.0', license: 'MIT' },
    'node_modules/vite': { version: '1.0.0', license: 'MIT' },
    'node_modules/@types/bundled': { version: '1.0.0', license: 'MIT' },
    'node_modules/binary-linux': { version: '1.0.0', license: 'MIT', os: ['linux'] },
    'node_modules/binary-mac': { version: '1.0.0', license: 'MIT', os: ['darwin'] },
  },
}

describe('the production packages', () => {
  test('the production packages are those that workspaces depend on or the explorer bundles, each version once', () => {
    const found = productionPackages(LOCK).map(({ name, version }) => `${name}@${version}`)
    expect(found).toEqual([
      'binary-linux@1.0.0',
      'binary-mac@1.0.0',
      'bundled@1.0.0',
      'direct@1.0.0',
      'peer@1.0.0',
      'shared@1.0.0',
      'shared@2.0.0',
    ])
  })

  test('the production packages include everything that npm installs without development dependencies', () => {
    const found = new Set(productionPackages(ours).map(({ name, version }) => `${name}@${version}`))
    const installed = Object.entries(
      ours.packages as Record<string, { dev?: boolean; link?: boolean; version?: string }>,
    )
      .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
      .map(([path, { version }]) => `${path.replace(/.*node_modules\//, '')}@${version}`)
    expect(installed.length).toBeGreaterThan(200)
    expect(installed.filter((id) => !found.has(id))).toEqual([])
  })
})

describe('a licence', () => {
  const one = { name: 'one', version: '1.0.0', path: 'node_modules/one', platform: false }

  test.each([
    ['a licence on the list is accepted', 'MIT', []],
    [
      'a licence that is not on the list is refused',
      'GPL-3.0-only',
      [expect.stringContaining('one@1.0.0 is under GPL-3.0-only')],
    ],
    [
      'a licence that is accepted only for other packages is refused',
      'Elastic-2.0',
      [expect.stringContaining('Elastic-2.0')],
    ],
    ['a licence must be declared', undefined, ['one@1.0.0 declares no licence']],
  ])('%s', (_title, licence, problems) => {
    expect(licenceProblems([{ ...one, licence }])).toEqual(problems)
  })

  test('the licence of every production package is accepted', () => {
    expect(licenceProblems(productionPackages(ours))).toEqual([])
  })
})

describe('the licence report', () => {
  const packages = productionPackages(LOCK)
  const mit = (holder: string) => `MIT License\n\nCopyright (c) 2020 ${holder}\n\nPermission is granted\nto "use" it.\n`
  const report = licenceReport(packages, (path) => ({
    files: path.endsWith('peer') ? [] : [mit(path).replace('"use"', path.endsWith('bundled') ? "'use'" : '"use"')],
    author: 'A. Author',
  }))

  test('the licence report prints a text once, with the copyright lines of all packages that have it', () => {
    expect(report.match(/Permission is granted/g)).toHaveLength(1)
    expect(report).toContain('- bundled 1.0.0 · Copyright (c) 2020 node_modules/bundled\n')
    expect(report).toContain('- shared 1.0.0 · Copyright (c) 2020 node_modules/direct/node_modules/shared\n')
  })

  test('the licence report names the author of a package without a licence file', () => {
    expect(report).toContain('- peer 1.0.0: MIT, A. Author\n')
  })

  test('the licence report lists packages of every platform without reading their files', () => {
    expect(report).toContain('- binary-linux 1.0.0: MIT\n- binary-mac 1.0.0: MIT\n')
    expect(report).not.toContain('2020 node_modules/binary')
  })
})

test('NOTICE names every production package under the Elastic License 2.0', () => {
  const notice = readFileSync(`${root}NOTICE`, 'utf8')
  const elastic = productionPackages(ours).filter(({ licence }) => licence === 'Elastic-2.0')
  expect(elastic.length).toBeGreaterThan(0)
  expect(elastic.filter(({ name }) => !notice.includes(name))).toEqual([])
})
