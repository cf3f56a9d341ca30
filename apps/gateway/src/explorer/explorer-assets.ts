import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { HttpResponse, Route } from '@travel-rule/http-host/http-host'
import { z } from 'zod'
import { negotiateEncoding } from '../transport/http/negotiate.ts'

/** Where the explorer's build puts its files. */
export const EXPLORER_FOLDER = fileURLToPath(new URL('../../../../packages/explorer/dist/', import.meta.url))

/** A bare file name, which cannot refer to a file outside the folder. */
const nameSchema = z.string().regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/)

const builtSchema = z.object({
  /** The module that the page loads. */
  script: nameSchema,
  styles: z.array(nameSchema),
  icon: nameSchema,
  /** Every file that is served, by name. A name contains a hash of the content. */
  files: z.record(
    nameSchema,
    z.object({
      type: z.string(),
      /** Compressed variants in the same folder: `<name>.br`, `<name>.gz`. */
      encodings: z.array(z.enum(['br', 'gzip'])),
    }),
  ),
})

/** A build of the explorer: its `explorer.json`. */
export type BuiltExplorer = z.infer<typeof builtSchema>

/** The build in `folder`; `undefined` when it is missing. Throws when it cannot be read. */
export async function readBuiltExplorer(folder: string): Promise<BuiltExplorer | undefined> {
  const json = await readIfExists(`${folder}explorer.json`)
  return json === undefined ? undefined : builtSchema.parse(JSON.parse(json.toString()))
}

const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/** `GET /graphql/assets/:name`: serves the files of the build, and no others. Needs no token. */
export function assetRoute(folder: string, { files }: BuiltExplorer): Route {
  const served = new Map(Object.entries(files))
  /** What was requested so far: responses share it, so that slow clients hold no copies. */
  const contents = new Map<string, Promise<Buffer | undefined>>()

  function contentOf(file: string): Promise<Buffer | undefined> {
    const known = contents.get(file)
    if (known !== undefined) return known
    const content = readIfExists(`${folder}${file}`)
    contents.set(file, content)
    // While the explorer is rebuilt, its files are missing.
    content.then(
      (bytes) => bytes === undefined && contents.delete(file),
      () => contents.delete(file),
    )
    return content
  }

  return {
    method: 'GET',
    path: '/graphql/assets/:name',
    async handle({ params, headers }): Promise<HttpResponse> {
      const name = params.name ?? ''
      const file = served.get(name)
      if (file === undefined) return NOT_FOUND
      const preferred = negotiateEncoding([headers['accept-encoding'] ?? ''].flat().join(','))
      const encoding = preferred !== undefined && file.encodings.includes(preferred) ? preferred : undefined
      const body = await contentOf(`${name}${encoding === undefined ? '' : SUFFIXES[encoding]}`)
      if (body === undefined) return NOT_FOUND
      return {
        status: 200,
        headers: {
          'content-type': file.type,
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding',
          ...(encoding !== undefined && { 'content-encoding': encoding }),
        },
        body,
      }
    },
  }
}

const NOT_FOUND: HttpResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'The file does not exist.\n',
}

async function readIfExists(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
