import { readFile } from 'node:fs/promises'
import type { HttpResponse, Route } from '@travel-rule/http-host/http-host'
import { negotiateEncoding } from '../transport/http/content-encoding.ts'
import type { BuiltExplorer } from './built-explorer.ts'

const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/** `GET /graphql/assets/:name`: the files of the explorer, as the build lists them and no others. Needs no token. */
export function assetRoute(folder: string, { files }: BuiltExplorer): Route {
  const known = new Map(Object.entries(files))
  return {
    method: 'GET',
    path: '/graphql/assets/:name',
    async handle({ params, headers }): Promise<HttpResponse> {
      const name = params.name ?? ''
      const file = known.get(name)
      if (file === undefined) return NOT_FOUND
      const wanted = negotiateEncoding([headers['accept-encoding'] ?? ''].flat().join(','))
      const encoding = wanted !== undefined && file.encodings.includes(wanted) ? wanted : undefined
      const body = await read(`${folder}${name}${encoding === undefined ? '' : SUFFIXES[encoding]}`)
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
  body: 'There is no such file.\n',
}

/** Nothing when the explorer was built anew since the gateway started. */
async function read(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
