import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type ContentEncoding, chooseEncoding, compress, negotiateEncoding } from './content-encoding.ts'
import type { HttpRequestHead, HttpResponse, Route } from './route.ts'

/** A bare file name, which cannot refer to a file outside the folder. */
const nameSchema = z.string().regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/)

const builtSchema = z.object({
  /** The module that the page loads. */
  script: nameSchema,
  /** Files that the module imports statically. */
  imports: z.array(nameSchema).default([]),
  styles: z.array(nameSchema),
  icon: nameSchema,
  /** Paths of the views, for a page that has several. */
  views: z.array(z.string().startsWith('/')).default([]),
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

/** The list of files of a build for browsers. */
export type StaticBuild = z.infer<typeof builtSchema>

/** The build described by the file `list`; `undefined` when the file is missing. Throws when it cannot be read. */
export async function readStaticBuild(list: string): Promise<StaticBuild | undefined> {
  const json = await readIfExists(list)
  return json === undefined ? undefined : builtSchema.parse(JSON.parse(json.toString()))
}

const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/** `GET <path>/:name`: serves the files of the build, and no others. Needs no token. */
export function assetRoute(path: string, folder: string, { files }: Pick<StaticBuild, 'files'>): Route {
  const served = new Map(Object.entries(files))
  /** Files requested so far. Responses share their bytes, so that slow clients do not hold copies. */
  const contents = new Map<string, Promise<Buffer | undefined>>()

  function contentOf(file: string): Promise<Buffer | undefined> {
    const known = contents.get(file)
    if (known !== undefined) return known
    const content = readIfExists(`${folder}${file}`)
    contents.set(file, content)
    // While the page is rebuilt, its files are missing.
    content.then(
      (bytes) => bytes === undefined && contents.delete(file),
      () => contents.delete(file),
    )
    return content
  }

  return {
    method: 'GET',
    path: `${path}/:name`,
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

/** An HTML page that browsers cache and validate before each use. */
export interface StaticPage {
  readonly html: string
  readonly etag: string
  /** The HTML in an encoding; compressed once. */
  readonly compressed: (encoding: ContentEncoding) => Promise<Buffer>
}

export function staticPage(html: string): StaticPage {
  const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`
  const bodies = new Map<ContentEncoding, Promise<Buffer>>()
  return {
    html,
    etag,
    compressed(encoding) {
      const body = bodies.get(encoding) ?? compress(html, encoding)
      bodies.set(encoding, body)
      return body
    },
  }
}

/** The response with a page, or 304 to a browser that has cached it. */
export async function respondWithPage(
  { html, etag, compressed }: StaticPage,
  policy: string,
  { headers }: Pick<HttpRequestHead, 'headers'>,
): Promise<HttpResponse> {
  const common = { ...pageHeaders(policy), etag }
  if (matches(headers['if-none-match'], etag)) return { status: 304, headers: common }
  const encoding = chooseEncoding(Buffer.byteLength(html), headers['accept-encoding'])
  return {
    status: 200,
    headers: {
      ...common,
      'content-type': HTML_TYPE,
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    },
    body: encoding === undefined ? html : await compressed(encoding),
  }
}

/** The page as the 404 response for an unknown path. */
export function pageNotFound({ html }: StaticPage, policy: string): HttpResponse {
  return { status: 404, headers: { ...pageHeaders(policy), 'content-type': HTML_TYPE }, body: html }
}

const HTML_TYPE = 'text/html; charset=utf-8'

function pageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
    vary: 'accept, accept-encoding',
  }
}

/** The `connect-src` of a page at `pageUrl` that sends requests to the gateway and the issuer. */
export function connectSources(pageUrl: string, gatewayUrl: string, issuer: string | undefined): string {
  const page = new URL(pageUrl).origin
  const gateway = new URL(gatewayUrl).origin
  // In some browsers 'self' does not include WebSockets.
  const requested = [gateway, gateway.replace(/^http/, 'ws'), ...(issuer === undefined ? [] : [new URL(issuer).origin])]
  return [...new Set(requested)].map((origin) => (origin === page ? "'self'" : origin)).join(' ')
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')
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
