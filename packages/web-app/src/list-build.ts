import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

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
/** The two highest levels take ten times as long to save two per cent. */
const BROTLI_QUALITY = 9

export interface ListBuildOptions {
  /** Name of the list in the build. */
  readonly list: string
  /** Path of the icon's source. */
  readonly icon: string
  /** More entries for the list. */
  readonly more?: object
}

/** Compresses every file of a build and lists them for the gateway, which serves no others. */
export function listBuild({ list, icon: iconSource, more }: ListBuildOptions): Plugin {
  return {
    name: 'list-build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry)
      const icon = Object.values(bundle).find(
        (output) => output.type === 'asset' && output.originalFileNames.includes(iconSource),
      )
      if (entry?.type !== 'chunk' || icon === undefined) throw new Error('the build has no entry or no icon')
      const files = await Promise.all(
        Object.keys(bundle).map(async (name) => {
          const type = TYPES[extname(name)]
          if (type === undefined) throw new Error(`${name} has an unknown type`)
          return [name, { type, encodings: COMPRESSED.has(extname(name)) ? [] : await compress(`${dir}/${name}`) }]
        }),
      )
      const listed = {
        script: entry.fileName,
        /** Files that the script imports statically, so that a browser requests all of them together. */
        imports: entry.imports.filter((name) => name in bundle),
        styles: [...(entry.viteMetadata?.importedCss ?? [])],
        icon: icon.fileName,
        ...more,
        files: Object.fromEntries(files),
      }
      await writeFile(`${dir}/${list}`, JSON.stringify(listed, undefined, 2))
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
