import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}
/** Fonts are already compressed. */
const COMPRESSED = new Set(['.woff2'])
const ICON = 'src/favicon.svg'
/** The two highest levels take ten times as long to save two per cent. */
const BROTLI_QUALITY = 9

/** Compresses every file and writes `explorer.json`, the list of files that the gateway serves. */
function listForGateway(): Plugin {
  return {
    name: 'list-for-gateway',
    async writeBundle({ dir = 'dist' }, bundle) {
      const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry)
      const icon = Object.values(bundle).find(
        (output) => output.type === 'asset' && output.originalFileNames.includes(ICON),
      )
      if (entry?.type !== 'chunk' || icon === undefined) throw new Error('the build has no entry or no icon')
      const files = await Promise.all(
        Object.keys(bundle).map(async (name) => {
          const type = TYPES[extname(name)]
          if (type === undefined) throw new Error(`${name} has an unknown type`)
          return [name, { type, encodings: COMPRESSED.has(extname(name)) ? [] : await compress(`${dir}/${name}`) }]
        }),
      )
      const styles = [...(entry.viteMetadata?.importedCss ?? [])]
      const listed = { script: entry.fileName, styles, icon: icon.fileName, files: Object.fromEntries(files) }
      await writeFile(`${dir}/explorer.json`, JSON.stringify(listed, undefined, 2))
    },
  }
}

async function compress(path: string): Promise<readonly string[]> {
  const content = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  await Promise.all([
    compressBrotli(content, { params }).then((small) => writeFile(`${path}.br`, small)),
    compressGzip(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ])
  return ['br', 'gzip']
}

const fileNames = '[name]-[hash].js'

export default defineConfig({
  // Relative URLs, so that the files work under any path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: fileNames, chunkFileNames: fileNames } } },
  build: {
    target: 'es2022',
    assetsDir: '',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 8_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // Silences the directives of third-party components and the timings of the build.
      checks: { moduleLevelDirective: false, bundlerTimings: false },
      input: 'src/main.tsx',
      output: { entryFileNames: fileNames, chunkFileNames: fileNames, assetFileNames: '[name]-[hash][extname]' },
    },
  },
  plugins: [listForGateway()],
})
