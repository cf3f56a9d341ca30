import type { Config } from './config.ts'
import type { DatabaseUrls } from './databases.ts'
import { partPorts } from './part-ports.ts'
import type { Secrets } from './secrets.ts'

export const REALM = 'travel-rule'

/** One process of the node. */
export interface Part {
  readonly name: string
  /** What the terminal calls it. */
  readonly title: string
  /** The file that Node runs, from the root of the repository. */
  readonly entry: string
  /** What Node is started with, as in the part's image. */
  readonly nodeArguments?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Settings that the node relies on, and tells others: what the operator gives does not change them. */
  readonly fixedEnv?: Readonly<Record<string, string>>
  /** The ports it listens on, keyed by the variable that sets each. */
  readonly ports: Readonly<Record<string, number>>
  /** Where it says whether it has what it needs of the other parts. */
  readonly readinessUrl?: string
  /** Parts are stopped from the lowest number to the highest. */
  readonly stopOrder: number
}

export interface PartsOptions {
  readonly config: Config
  /** Absolute path. */
  readonly dataDir: string
  readonly secrets: Secrets
  readonly databaseUrls: DatabaseUrls
  readonly demo: boolean
  /** A real identity provider is configured, so the embedded one stays out. */
  readonly externalIssuer: boolean
}

/** Where clients of this node send their requests. */
export function baseUrlOf(config: Config): string {
  return `http://localhost:${config.gatewayPort}`
}

/** Every process of the node with its settings. What the operator sets in the environment wins over `env`. */
export function partsOf(options: PartsOptions): Part[] {
  const { config, secrets, databaseUrls, dataDir } = options
  const ports = partPorts(config)
  const baseUrl = baseUrlOf(config)
  const loopback = (port: number) => `http://127.0.0.1:${port}`
  const issuer = `${baseUrl}/auth/realms/${REALM}`
  const assertionKeys = `${loopback(config.gatewayInternalPort)}/.well-known/jwks.json`
  const feedKeys = `${loopback(config.autodPort)}/.well-known/jwks.json`

  const parts: Part[] = [
    {
      name: 'trpd',
      title: 'trpd subgraph',
      entry: 'apps/trpd-subgraph/src/main.ts',
      stopOrder: 2,
      ports: ports.trpd,
      env: {
        TRPD_DATABASE_URL: databaseUrls.trpd,
        TRPD_ASSERTION_JWKS_URL: assertionKeys,
        TRPD_FEED_JWKS_URL: feedKeys,
        TRPD_SEALING_KEYS: secrets.trpdSealingKeys,
        TRPD_PUBLIC_URL: `http://localhost:${config.trpPort}`,
        TRPD_PRIVATE_HOSTS: 'http',
        TRPD_VASP_NAME: 'Example VASP',
        // Well-formed, but nobody's: its check digits are right.
        TRPD_VASP_LEI: '529900EXAMPLEVASP027',
      },
    },
    {
      name: 'aopd',
      title: 'aopd subgraph',
      entry: 'apps/aopd-subgraph/src/main.ts',
      stopOrder: 2,
      ports: ports.aopd,
      env: {
        AOPD_DATABASE_URL: databaseUrls.aopd,
        AOPD_ASSERTION_JWKS_URL: assertionKeys,
        AOPD_FEED_JWKS_URL: feedKeys,
        AOPD_SEALING_KEYS: secrets.aopdSealingKeys,
        AOPD_PUBLIC_URL: `http://localhost:${config.aoppPort}`,
        AOPD_VASP_NAME: 'Example VASP',
      },
    },
    {
      name: 'autod',
      title: 'autod subgraph',
      entry: 'apps/autod-subgraph/src/main.ts',
      stopOrder: 2,
      ports: ports.autod,
      env: {
        AUTOD_DATABASE_URL: databaseUrls.autod,
        AUTOD_ASSERTION_JWKS_URL: assertionKeys,
        AUTOD_SIGNING_KEYS: secrets.autodSigningKeys,
        AUTOD_FEEDS: `trpd=${loopback(config.trpdPort)}/events,aopd=${loopback(config.aopdPort)}/events`,
      },
    },
    {
      name: 'gateway',
      title: 'gateway',
      entry: 'apps/gateway/src/main.ts',
      nodeArguments: ['--max-semi-space-size=5', '--no-maglev'],
      readinessUrl: `${loopback(config.gatewayInternalPort)}/readyz`,
      stopOrder: 1,
      ports: ports.gateway,
      env: {
        MALLOC_ARENA_MAX: '1',
        GATEWAY_BASE_URL: baseUrl,
        GATEWAY_SUBGRAPH_URLS: [
          `trpd=${loopback(config.trpdPort)}/graphql`,
          `aopd=${loopback(config.aopdPort)}/graphql`,
          `autod=${loopback(config.autodPort)}/graphql`,
        ].join(','),
        GATEWAY_ASSERTION_KEYS: secrets.gatewayAssertionKeys,
        // One node has no herd of clients that must not come back all at once.
        GATEWAY_DRAIN_SECONDS: '0',
        ...(options.externalIssuer
          ? {}
          : {
              GATEWAY_OIDC_ISSUER: issuer,
              GATEWAY_OIDC_JWKS_URL: `${loopback(config.identityProviderPort)}/auth/realms/${REALM}/protocol/openid-connect/certs`,
              GATEWAY_IDENTITY_PROVIDER_URL: loopback(config.identityProviderPort),
            }),
      },
    },
  ]
  if (!options.externalIssuer) {
    parts.push({
      name: 'identity-provider',
      title: 'identity provider',
      entry: 'tools/identity-provider/src/main.ts',
      stopOrder: 2,
      ports: ports['identity-provider'],
      env: {},
      fixedEnv: { IDP_ISSUER: issuer, IDP_REALM: REALM, IDP_DATA_FILE: `${dataDir}/identity-provider.json` },
    })
  }
  if (options.demo) {
    parts.push({
      name: 'counterparty',
      title: 'demo counterparty',
      entry: 'tools/counterparty/src/main.ts',
      stopOrder: 1,
      ports: ports.counterparty,
      env: {},
      fixedEnv: {
        COUNTERPARTY_PUBLIC_URL: `http://localhost:${config.counterpartyPort}`,
        COUNTERPARTY_DATA_FILE: `${dataDir}/counterparty.json`,
      },
    })
  }
  return parts
}
