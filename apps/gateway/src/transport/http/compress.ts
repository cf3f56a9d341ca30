import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiateEncoding } from './negotiate.ts'

/** Shorter answers are one packet either way. */
const compressFromBytes = 1_024
const brotliQuality = 4
const gzipLevel = 6

const promisedBrotli = promisify(brotliCompress)
const promisedGzip = promisify(gzip)

/** The encoding in which to send a body of this length; `undefined` for as it is. */
export function chooseEncoding(
  bytes: number,
  acceptEncoding: string | string[] | undefined,
): 'br' | 'gzip' | undefined {
  if (bytes < compressFromBytes || acceptEncoding === undefined) return undefined
  return negotiateEncoding(typeof acceptEncoding === 'string' ? acceptEncoding : acceptEncoding.join(','))
}

/** Compresses outside of the event loop. */
export function compress(body: string | Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return promisedGzip(body, { level: gzipLevel })
  return promisedBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
    },
  })
}
