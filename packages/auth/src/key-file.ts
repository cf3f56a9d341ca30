import { open } from 'node:fs/promises'
import { isObject } from '@travel-rule/service/json'
import { replaceFile } from '@travel-rule/service/replace-file'
import { parseKeys } from './fetch-keys.ts'
import type { AuthLogger, FetchedKeys, KeyStore } from './key-source.ts'

const fileBytesMax = 512 * 1024
/** Age at which unchanged keys are written again, so that the file does not become too old. */
const rewriteAfterMs = 10 * 60_000

/**
 * Keeps keys in a file that only this user may read or write. A file that another user could have written, or that
 * belongs to another issuer, is not trusted, since its keys decide whose tokens are accepted.
 */
export function openKeyFile(path: string, issuer: string, logger: AuthLogger | undefined): KeyStore {
  let written: { readonly jwks: string; readonly atMs: number } | undefined
  let failing = false

  return {
    async read() {
      try {
        return parseFile(await readPrivateFile(path), issuer)
      } catch (error) {
        const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
        if (!missing) logger?.warn({ err: error, path }, 'the file of signature keys cannot be used')
        return undefined
      }
    },
    async write({ keys, atMs }) {
      const jwks = JSON.stringify(keys.jwks)
      if (written?.jwks === jwks && atMs - written.atMs < rewriteAfterMs) return
      try {
        await replaceFile(path, JSON.stringify({ issuer, fetchedAt: new Date(atMs).toISOString(), keys: keys.jwks }))
        written = { jwks, atMs }
        failing = false
      } catch (error) {
        if (!failing) logger?.warn({ err: error, path }, 'the file of signature keys cannot be written')
        failing = true
      }
    },
  }
}

async function readPrivateFile(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { mode, uid, size } = await file.stat()
  if ((mode & 0o022) !== 0) throw new Error('others may write to it')
  if (process.getuid !== undefined && uid !== process.getuid() && uid !== 0) throw new Error('another user owns it')
  if (size > fileBytesMax) throw new Error(`it is longer than ${fileBytesMax} bytes`)
  return file.readFile('utf8')
}

function parseFile(content: string, issuer: string): FetchedKeys {
  const document: unknown = JSON.parse(content)
  if (!isObject(document)) throw new Error('it is not a JSON object')
  if (document.issuer !== issuer) throw new Error('it holds the keys of another issuer')
  const atMs = typeof document.fetchedAt === 'string' ? Date.parse(document.fetchedAt) : Number.NaN
  if (Number.isNaN(atMs)) throw new Error('it does not say when the keys were fetched')
  return { keys: parseKeys(document, 'it'), atMs }
}
