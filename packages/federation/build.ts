import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Builds the package for publishing: JavaScript, declarations and a `package.json` that exports
 * them.
 *
 * `node build.ts [folder]`, `dist` by default. In the repository the package is imported as source.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const out = process.argv[2] ?? join(here, 'dist')

rmSync(out, { recursive: true, force: true })
const require = createRequire(import.meta.url)
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
execFileSync(process.execPath, [compiler, '-p', join(here, 'tsconfig.build.json'), '--outDir', out], {
  stdio: ['ignore', 'inherit', 'inherit'],
})

const { private: _private, scripts: _scripts, exports: sources, ...manifest } = readManifest()
writeFileSync(
  join(out, 'package.json'),
  `${JSON.stringify({ ...manifest, exports: builtExports(sources) }, null, 2)}\n`,
)
copyFileSync(join(here, 'README.md'), join(out, 'README.md'))
copyFileSync(join(here, '../../LICENSE'), join(out, 'LICENSE'))

interface Manifest {
  readonly private: boolean
  readonly scripts: Readonly<Record<string, string>>
  /** Source files by import path; `./*` is only for the repository. */
  readonly exports: Readonly<Record<string, string>>
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
}

function builtExports(sources: Manifest['exports']): object {
  const published = Object.entries(sources).filter(([path]) => path !== './*')
  return Object.fromEntries(
    published.map(([path, source]) => {
      const built = source.replace(/^\.\/src\//, './').replace(/\.ts$/, '')
      return [path, { types: `${built}.d.ts`, default: `${built}.js` }]
    }),
  )
}
