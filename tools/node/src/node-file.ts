import { rm } from 'node:fs/promises'
import { readPrivateJson, writePrivateJson } from './private-file.ts'

/** What `<dataDir>/node.json` tells scripts about a running node. The file is there while the node runs, mode 0600. */
export interface NodeFile {
  readonly baseUrl: string
  readonly realm: string
  /** A confidential client for `client_credentials`; absent with an identity provider of your own. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** People of the embedded identity provider, one of each role. */
  readonly people?: readonly { readonly username: string; readonly password: string; readonly role: string }[]
  /** Absent without the demo counterparty. */
  readonly counterparty?: {
    readonly url: string
    readonly travelAddresses: { readonly approve: string; readonly callback: string; readonly reject: string }
  }
  /** Process id of the supervisor. */
  readonly pid: number
  /** By name, `postgres` among them where it is embedded. A part that is just being started again has no `pid`. */
  readonly parts: Readonly<
    Record<string, { readonly pid?: number | undefined; readonly ports: Readonly<Record<string, number>> }>
  >
}

const fileIn = (dataDir: string) => `${dataDir}/node.json`

export async function readNodeFile(dataDir: string): Promise<NodeFile | undefined> {
  return (await readPrivateJson(fileIn(dataDir))) as NodeFile | undefined
}

/** `node.json` of a running node. */
export interface PublishedNode extends AsyncDisposable {
  /** Writes what `read` says now; nothing before the first call with `read`. Rejects when the disk does not take it. */
  publish(read?: () => NodeFile): Promise<void>
}

/** Keeps `<dataDir>/node.json` up to date, one write after the other, and removes it when disposed. */
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
