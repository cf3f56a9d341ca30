import type { Transform } from 'node:stream'
import {
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzip,
  inflate,
} from 'node:zlib'

/** A content coding that can be read. Source: RFC 9110, section 8.4.1. */
export type ContentCoding = 'gzip' | 'deflate' | 'br'

/**
 * The coding in a `content-encoding` header: `undefined` for none, `'UNKNOWN'` for several codings or one that cannot
 * be read.
 */
export function contentCoding(header: string | string[] | undefined): ContentCoding | 'UNKNOWN' | undefined {
  if (header === undefined) return undefined
  const name = typeof header === 'string' ? header.trim().toLowerCase() : 'UNKNOWN'
  // GraphQL Yoga sends `none` with event streams, so that proxies do not compress them.
  if (name === '' || name === 'identity' || name === 'none') return undefined
  if (name === 'x-gzip') return 'gzip'
  return name === 'gzip' || name === 'deflate' || name === 'br' ? name : 'UNKNOWN'
}

type Decompress = (
  body: Buffer,
  options: { readonly maxOutputLength: number },
  done: (error: NodeJS.ErrnoException | null, decompressed: Buffer) => void,
) => void

const DECOMPRESS: Readonly<Record<ContentCoding, Decompress>> = { gzip: gunzip, deflate: inflate, br: brotliDecompress }

/**
 * The decompressed body; `'TOO_LONG'` as soon as it exceeds `bytesMax`, `'INVALID'` if it is truncated or has another
 * coding.
 */
export function decompress(
  body: Buffer,
  coding: ContentCoding,
  bytesMax: number,
): Promise<Buffer | 'TOO_LONG' | 'INVALID'> {
  return new Promise((resolve) => {
    DECOMPRESS[coding](body, { maxOutputLength: bytesMax }, (error, decompressed) => {
      if (error === null) resolve(decompressed)
      else resolve(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'TOO_LONG' : 'INVALID')
    })
  })
}

/** Decompresses a stream, and passes on available data without waiting for more. */
export function openDecompression(coding: ContentCoding): Transform {
  if (coding === 'br') return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })
  const options = { flush: constants.Z_SYNC_FLUSH }
  return coding === 'gzip' ? createGunzip(options) : createInflate(options)
}
