import { rm } from 'node:fs/promises'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { Config } from './config.ts'
import { readPrivateJson, writePrivateJson } from './data-folder.ts'

const COUNTERPARTY_TIMEOUT_MS = 120_000

/** The content of `<dataDir>/node.json`, which exists while the node runs, mode 0600. */
export interface NodeFile {
  readonly baseUrl: string
  readonly realm: string
  /** A client for `client_credentials`; absent without the embedded identity provider. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** People of the embedded identity provider, one for each role. */
  readonly people?: readonly { readonly username: string; readonly password: string; readonly role: string }[]
  /** Absent without the demo counterparty. */
  readonly counterparty?: {
    readonly url: string
    /** Travel addresses by persona, each of which has a fixed outcome: docs/trp.md. */
    readonly travelAddresses: Readonly<Record<'approve' | 'callback' | 'reject', string>> &
      Readonly<Record<string, string>>
  }
  /** Databases of the embedded PostgreSQL, by subgraph; absent when it is not used. */
  readonly databaseUrls?: Readonly<Record<string, string>>
  /** Process id of the supervisor. */
  readonly pid: number
  /** Parts by name, including an embedded `postgres`. A part that is being restarted has no `pid`. */
  readonly parts: Readonly<
    Record<string, { readonly pid?: number | undefined; readonly ports: Readonly<Record<string, number>> }>
  >
}

const fileIn = (dataDir: string) => `${dataDir}/node.json`

/** The content for the node that runs on this data folder; undefined if no node does. */
export async function readNodeFile(dataDir: string): Promise<NodeFile | undefined> {
  return (await readPrivateJson(fileIn(dataDir))) as NodeFile | undefined
}

/** `node.json` of a running node. */
export interface PublishedNode extends AsyncDisposable {
  /** Writes the result of the latest `read`, if any. Rejects when the write fails. */
  publish(read?: () => NodeFile): Promise<void>
}

/** Writes `<dataDir>/node.json`, one write at a time, and removes it when disposed. */
export function openPublishedNode(dataDir: string): PublishedNode {
  let latest: (() => NodeFile) | undefined
  let write = Promise.resolve()
  return {
    publish(read) {
      latest = read ?? latest
      const written = write.then(async () => {
        if (latest !== undefined) await writePrivateJson(fileIn(dataDir), latest())
      })
      write = written.catch(() => {})
      return written
    },
    async [Symbol.asyncDispose]() {
      latest = undefined
      await write
      await rm(fileIn(dataDir), { force: true })
    },
  }
}

async function readTravelAddresses(url: string): Promise<NonNullable<NodeFile['counterparty']>['travelAddresses']> {
  try {
    const response = await fetch(`${url}/control/addresses`, { signal: AbortSignal.timeout(COUNTERPARTY_TIMEOUT_MS) })
    return (await response.json()) as NonNullable<NodeFile['counterparty']>['travelAddresses']
  } catch (cause) {
    const problem = `The demo counterparty at ${url} did not report its travel addresses: start again, or with --no-demo.`
    throw new OperatorError(problem, { cause })
  }
}

interface IdentityProviderFile {
  readonly client: { readonly id: string; readonly secret: string }
  readonly people: readonly { readonly username: string; readonly password: string; readonly role: string }[]
}

interface DemoAccessOptions {
  readonly config: Config
  readonly dataDir: string
  readonly externalIssuer: boolean
  readonly demo: boolean
}

/** Data that the embedded identity provider and the demo counterparty generated for clients. */
export async function readDemoAccess(
  options: DemoAccessOptions,
): Promise<Pick<NodeFile, 'clientId' | 'clientSecret' | 'people' | 'counterparty'>> {
  const { config, dataDir, externalIssuer, demo } = options
  const access: { -readonly [Key in keyof NodeFile]?: NodeFile[Key] } = {}
  if (!externalIssuer) {
    const { client, people } = (await readPrivateJson(`${dataDir}/identity-provider.json`)) as IdentityProviderFile
    access.clientId = client.id
    access.clientSecret = client.secret
    access.people = people.map(({ username, password, role }) => ({ username, password, role }))
  }
  if (demo) {
    const url = `http://localhost:${config.counterpartyPort}`
    access.counterparty = { url, travelAddresses: await readTravelAddresses(url) }
  }
  return access
}
