import { openAdminApi } from './admin-api.ts'
import type { Config } from './config.ts'
import { type RealmState, realmChanges } from './realm-changes.ts'

export interface ApplyOptions {
  readonly config: Config
  /** The realm files as text, in the order in which they are applied; `master` last. */
  readonly files: readonly string[]
  /** Otherwise the differences are only printed. */
  readonly apply: boolean
  print(line: string): void
}

/**
 * Prints how the running realms differ from their files, and makes them alike. Resolves to the
 * number of differences found. Throws `OperatorError` when Keycloak does not respond or refuses.
 */
export async function applyRealms({ config, files, apply, print }: ApplyOptions): Promise<number> {
  const api = await openAdminApi(config.url, config)
  const loaded = []
  for (const file of files) {
    const wanted = fillIn(JSON.parse(file), config) as RealmState
    loaded.push({ wanted, actual: await api.load(wanted.realm) })
  }
  const changes = loaded.flatMap(({ wanted, actual }) => realmChanges(wanted, actual))
  for (const { title, details } of changes) {
    print(title)
    for (const detail of details) print(`    ${detail}`)
  }
  if (changes.length === 0) print('no differences')
  else if (!apply) print(`different: ${changes.length}; "npm run keycloak:apply -- --apply" changes them`)
  else {
    for (const change of changes) await api.send(change)
    print(`changed: ${changes.length}`)
  }
  return changes.length
}

/** The file with the values of `${BASE_URL}` and the like; Keycloak's own `${…}` stay. */
function fillIn(value: unknown, config: Config): unknown {
  const values: Readonly<Record<string, string | undefined>> = {
    BASE_URL: config.baseUrl,
    GATEWAY_URL: config.gatewayUrl,
    CLIENT_SECRET: config.apiClientSecret,
    KEYCLOAK_ADMIN_URL: config.adminUrl,
  }
  const fill = (item: unknown): unknown => {
    if (typeof item === 'string') return item.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    if (Array.isArray(item)) return item.map(fill)
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([name, child]) => [name, fill(child)]))
  }
  return fill(value)
}
