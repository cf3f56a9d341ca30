import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { cacheable, parseRanges } from './accept-ranges.ts'

export type ContentEncoding = 'br' | 'gzip'

/** Shorter bodies fit into one packet even uncompressed. */
const compressFromBytes = 1_024
const brotliQuality = 4
const gzipLevel = 6

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** The encoding for a body of this length; `undefined` to send it uncompressed. */
export function chooseEncoding(
  bytes: number,
  acceptEncoding: string | string[] | undefined,
): ContentEncoding | undefined {
  if (bytes < compressFromBytes || acceptEncoding === undefined) return undefined
  return negotiateEncoding(typeof acceptEncoding === 'string' ? acceptEncoding : acceptEncoding.join(','))
}

/** Compresses off the event loop. */
export function compress(body: string | Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: gzipLevel })
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
    },
  })
}

const encodings = new LRUCache<string, ContentEncoding | 'identity'>({ max: 256 })

/** The client's preferred encoding; `br` when several are equally preferred; `undefined` for no encoding. */
export function negotiateEncoding(acceptEncoding: string | undefined): ContentEncoding | undefined {
  if (acceptEncoding === undefined) return undefined
  let encoding = encodings.get(acceptEncoding)
  if (encoding === undefined) {
    encoding = readEncoding(acceptEncoding)
    if (cacheable(acceptEncoding)) encodings.set(acceptEncoding, encoding)
  }
  return encoding === 'identity' ? undefined : encoding
}

function readEncoding(header: string): ContentEncoding | 'identity' {
  const ranges = parseRanges(header)
  const qualityOf = (name: string) =>
    (ranges.find(({ type }) => type === name) ?? ranges.find(({ type }) => type === '*'))?.quality ?? 0
  const identity = ranges.find(({ type }) => type === 'identity')?.quality ?? 0
  const byPreference = qualityOf('gzip') > qualityOf('br') ? (['gzip', 'br'] as const) : (['br', 'gzip'] as const)
  return byPreference.find((name) => qualityOf(name) > 0 && qualityOf(name) >= identity) ?? 'identity'
}
