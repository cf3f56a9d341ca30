import { type FSWatcher, watch } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { boundedFetch } from './bounded-fetch.ts'
import { type ComposeSourceOptions, openComposeSource } from './compose-source.ts'
import type { GoodCopy } from './last-good-copy.ts'
import { redactedSource, type SupergraphSource, supergraphBytesMax } from './supergraph-source.ts'

export interface SourceSettings {
  /** A path, an `http(s)://` URL, or `compose:`. */
  readonly supergraph: string
  readonly supergraphPollSeconds: number
  readonly supergraphStartSeconds: number
  /**
   * URLs by subgraph name, which override those in the supergraph. With `compose:`, the subgraphs
   * to compose.
   */
  readonly subgraphUrls: Readonly<Record<string, string>>
}

/**
 * The caller that reads the schemas of subgraphs: the gateway itself, without scopes and so without access to anything
 * else.
 */
const SYSTEM: Identity = {
  subject: 'gateway',
  clientId: 'gateway',
  actsFor: 'ITSELF',
  name: 'gateway',
  roles: [],
  scopes: [],
}

/** Identity assertions issued to the gateway itself. */
export function systemAssertions(signer: AssertionSigner): (subgraph: string) => Promise<string> {
  return (subgraph) => signer.mint(SYSTEM, subgraph)
}

interface SourceParts extends Pick<ComposeSourceOptions, 'assertionFor' | 'fixedHeaders'> {
  readonly logger: Logger
}

/** The configured source. Throws `OperatorError` for an invalid URL. */
export function openSource(
  settings: SourceSettings,
  copy: GoodCopy | undefined,
  { assertionFor, fixedHeaders, logger }: SourceParts,
): SupergraphSource {
  const { supergraph, subgraphUrls: urls } = settings
  const pollMs = settings.supergraphPollSeconds * 1_000
  const startWaitMs = settings.supergraphStartSeconds * 1_000
  if (/^https?:\/\//i.test(supergraph)) {
    if (!URL.canParse(supergraph)) throw new OperatorError('GATEWAY_SUPERGRAPH: must be a valid URL, or a path')
    return openUrlSource({ url: supergraph, pollMs, startWaitMs })
  }
  if (supergraph !== 'compose:') return openFileSource({ path: supergraph, pollMs, logger })
  const invalid = Object.entries(urls).filter(([, url]) => !URL.canParse(url))
  if (invalid.length > 0) {
    throw new OperatorError(invalid.map(([name]) => `GATEWAY_SUBGRAPH_URLS: the subgraph ${name} has no valid URL`))
  }
  return openComposeSource({
    urls,
    knownSchemas: copy?.subgraphs ?? {},
    knownSupergraph: copy?.supergraph,
    assertionFor,
    fixedHeaders,
    pollMs,
    startWaitMs,
  })
}

export interface FileSourceOptions {
  readonly path: string
  readonly pollMs: number
  readonly logger: Logger
}

/** How long a changed file must stay unmodified before it is read, since it may be written in place. */
const quietMs = 100
const quietWaitsMax = 50

/**
 * A supergraph in a file. Detects a change immediately if the file system reports it, otherwise with the next poll.
 *
 * Watches the folder instead of the file, since the file may be replaced, and so may a link to its folder, as in
 * Kubernetes mounts.
 */
export function openFileSource({ path, pollMs, logger }: FileSourceOptions): SupergraphSource {
  let watcher: FSWatcher | undefined
  let cached: { readonly version: string; readonly sdl: string } | undefined

  async function readStable(signal: AbortSignal): Promise<string> {
    for (let waits = 0; waits < quietWaitsMax; waits += 1) {
      const before = await versionOf(path)
      if (before.version === cached?.version) return cached.sdl
      if (cached === undefined || before.ageMs > quietMs) {
        const sdl = await readFile(path, { encoding: 'utf8', signal })
        const after = await versionOf(path)
        if (after.version === before.version) {
          cached = { version: after.version, sdl }
          return sdl
        }
      }
      await setTimeout(quietMs, undefined, { signal })
    }
    throw new Error('the file is being written continuously')
  }

  return {
    name: `the file ${path}`,
    pollMs,
    startWaitMs: 0,
    subgraphSchemas: () => ({}),
    invalidate: () => undefined,
    async read(signal) {
      try {
        return { sdl: await readStable(signal) }
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown'
        throw new Error(`${path} cannot be read: ${reason}`, { cause: error })
      }
    },
    watch(hint) {
      try {
        watcher ??= watch(dirname(path), { persistent: false }, hint)
        watcher.on('error', (error) => logger.warn({ err: error }, 'the folder of the supergraph cannot be watched'))
      } catch (error) {
        logger.warn({ err: error }, 'the folder of the supergraph cannot be watched')
      }
    },
    async [Symbol.asyncDispose]() {
      watcher?.close()
    },
  }
}

/** `version` changes with every write and every replacement. */
async function versionOf(path: string): Promise<{ readonly version: string; readonly ageMs: number }> {
  const { ino, size, mtimeNs, ctimeNs, mtimeMs } = await stat(path, { bigint: true })
  if (size > supergraphBytesMax) throw new Error(`the file is longer than ${supergraphBytesMax} bytes`)
  return { version: [ino, size, mtimeNs, ctimeNs].join(' '), ageMs: Math.abs(Date.now() - Number(mtimeMs)) }
}

export interface UrlSourceOptions {
  /** A user and password are sent as basic authentication; they and the query are never logged. */
  readonly url: string
  readonly pollMs: number
  readonly startWaitMs: number
}

const timeoutMs = 60_000

/** A supergraph at a URL, revalidated with its `ETag`. */
export function openUrlSource({ url, pollMs, startWaitMs }: UrlSourceOptions): SupergraphSource {
  const { origin, pathname, search, username, password } = new URL(url)
  const name = redactedSource(url)
  const authorization = username === '' && password === '' ? undefined : basic(username, password)
  let cached: { readonly etag: string; readonly sdl: string } | undefined
  return {
    name,
    pollMs,
    startWaitMs,
    subgraphSchemas: () => ({}),
    watch: () => undefined,
    invalidate() {
      cached = undefined
    },
    async read(signal) {
      const headers = {
        accept: 'application/graphql, text/plain;q=0.9, */*;q=0.1',
        ...(authorization !== undefined && { authorization }),
        ...(cached !== undefined && { 'if-none-match': cached.etag }),
      }
      const request = { headers, bytesMax: supergraphBytesMax, timeoutMs, signal }
      const { status, etag, body } = await boundedFetch(`${origin}${pathname}${search}`, request).catch((error) => {
        throw new Error(`${name} cannot be read: ${error.message}`, { cause: error })
      })
      if (status === 304 && cached !== undefined) return { sdl: cached.sdl }
      if (status !== 200) throw new Error(`${name} responded with status ${status}`)
      cached = etag === undefined ? undefined : { etag, sdl: body }
      return { sdl: body }
    },
    async [Symbol.asyncDispose]() {},
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`
}

/** Removes percent-encoding if it is valid. */
function decoded(component: string): string {
  try {
    return decodeURIComponent(component)
  } catch {
    return component
  }
}
