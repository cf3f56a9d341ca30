import type { Config } from './config.ts'
import type { NodeFile } from './node-file.ts'
import { readPrivateJson } from './private-file.ts'

const COUNTERPARTY_TIMEOUT_MS = 5_000

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

/** What a newcomer needs to use the node: the client and the people of the embedded identity provider, the counterparty's addresses. */
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
    const answer = await fetch(`${url}/control/addresses`, { signal: AbortSignal.timeout(COUNTERPARTY_TIMEOUT_MS) })
    access.counterparty = {
      url,
      travelAddresses: (await answer.json()) as NonNullable<NodeFile['counterparty']>['travelAddresses'],
    }
  }
  return access
}
