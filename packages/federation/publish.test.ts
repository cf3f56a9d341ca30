import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const modules = join(here, '../../node_modules')
const folder = mkdtempSync(join(tmpdir(), 'federation-package-'))
const installed = join(folder, 'node_modules/@travel-rule/federation')
const read = (path: string) => readFileSync(path, 'utf8')

/** A project that installs the packed package; its dependencies come from the repository. */
beforeAll(() => {
  const built = join(folder, 'built')
  execFileSync(process.execPath, [join(here, 'build.ts'), built])
  execFileSync('npm', ['pack', '--pack-destination', folder, '--offline', '--ignore-scripts'], {
    cwd: built,
    stdio: 'ignore',
    env: { ...process.env, npm_config_cache: join(folder, 'cache') },
  })
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', installed])
  const { dependencies } = JSON.parse(read(join(installed, 'package.json')))
  for (const name of [...Object.keys(dependencies), '@types/node', 'undici-types']) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(modules, name), link)
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'example.ts'), readmeExample())
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function readmeExample(): string {
  return /^```ts\n([\s\S]*?)^```/m.exec(read(join(here, 'README.md')))?.[1] ?? ''
}

test("the README shows the package's example file", () => {
  expect(readmeExample()).toBe(read(join(here, 'example/federate.ts')))
})

test('the published package contains JavaScript, declarations, a licence and a README, but no tests or sources', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'federation.js', 'federation.d.ts']))
  expect(files.filter((name) => /(?<!\.d)\.ts$|test|^src/.test(name))).toEqual([])
})

test('the published package depends on no other package of this repository', () => {
  const { dependencies, private: isPrivate } = JSON.parse(read(join(installed, 'package.json')))
  expect(isPrivate).toBeUndefined()
  expect(Object.keys(dependencies).filter((name) => name.startsWith('@travel-rule/'))).toEqual([])
})

test("the README's example runs on the published package under plain Node", () => {
  const output = execFileSync(process.execPath, ['example.ts'], { cwd: folder, encoding: 'utf8' })
  expect(output).toBe('{"data":{"item":{"id":"1","price":7}}}\n')
})

test("the README's example compiles against the published declarations", () => {
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', 'esnext.collection'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['example.ts'] }))
  const compile = () => execFileSync(join(modules, '.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  expect(compile).not.toThrow()
})
