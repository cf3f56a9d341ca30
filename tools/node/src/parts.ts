import { type Config, isSet } from './config.ts'
import type { Secrets } from './data-folder.ts'
import type { DatabaseUrls } from './databases.ts'
import { partPorts } from './ports.ts'

export const REALM = 'travel-rule'
const AUDIENCE = 'travel-rule'
/** Only the gateway is meant for other machines: trpd of a local node also sends to private hosts. */
const INTERNAL = { INTERNAL_HOST: '127.0.0.1' }
const LOCAL = { PUBLIC_HOST: '127.0.0.1', ...INTERNAL }

/** One process of the node. */
export interface Part {
  readonly name: string
  /** Its name in the terminal output. */
  readonly title: string
  /** Path of the program, relative to the root of the repository. */
  readonly entry: string
  /** Options for Node.js, as in the part's image. */
  readonly execArgv?: readonly string[]
  /** Settings that the operator can override. */
  readonly env: Readonly<Record<string, string>>
  /** Settings on which other parts rely: the operator cannot override them. */
  readonly fixedEnv?: Readonly<Record<string, string>>
  /** The ports on which the part listens, by the variable that sets each. */
  readonly ports: Readonly<Record<string, number>>
  /** URL that reports if the part has what it needs from the other parts. */
  readonly readinessUrl?: string
  /** Stop order: parts with lower numbers are stopped first. */
  readonly stopOrder: number
}

export interface PartsOptions {
  readonly config: Config
  /** Absolute path. */
  readonly dataDir: string
  readonly secrets: Secrets
  readonly databaseUrls: DatabaseUrls
  /** If true, the demo counterparty runs. */
  readonly demo: boolean
  /** If true, the operator uses another identity provider, and the embedded one does not run. */
  readonly externalIssuer: boolean
}

/** Every process of the node, with its settings. */
export function partsOf(options: PartsOptions): Part[] {
  return [
    ...subgraphs(options),
    gateway(options),
    ...(options.externalIssuer ? [] : [identityProvider(options)]),
    ...(options.demo ? [counterparty(options)] : []),
  ]
}

/**
 * The complete environment of a part: its own settings, overridden by those of the operator, and these by its fixed
 * settings and ports.
 *
 * Omits empty variables, those of npm, and the part's own value of a setting that the operator sets by a file.
 */
export function partEnvironment(part: Part, env: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  const ports = Object.entries(part.ports).map(([name, port]) => [name, String(port)])
  const fixed: Readonly<Record<string, string>> = { ...part.fixedEnv, ...Object.fromEntries(ports) }
  const fromOperator = Object.entries(env).filter(
    ([name, value]) => value !== '' && !name.startsWith('npm_') && !isFileOf(fixed, name),
  )
  const own = Object.entries(part.env).filter(([name]) => !isSet(env, name))
  return {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: `${dataDir}/compile-cache`,
    APOLLO_TELEMETRY_DISABLED: 'true',
    ...Object.fromEntries(own),
    ...Object.fromEntries(fromOperator),
    ...fixed,
  }
}

/** The URL at which clients reach this node. */
export function baseUrlOf(config: Config): string {
  return `http://localhost:${config.gatewayPort}`
}

/** The file to which autod appends the checkpoints of its audit log. */
export function checkpointFileOf(dataDir: string): string {
  return `${dataDir}/audit-checkpoints.jsonl`
}

/** They stop after the gateway, their only caller. */
function subgraphs({ config, dataDir, secrets, databaseUrls }: PartsOptions): Part[] {
  const ports = partPorts(config)
  const assertionKeys = `${loopback(config.gatewayInternalPort)}/.well-known/jwks.json`
  const feedKeys = `${loopback(config.autodPort)}/.well-known/jwks.json`
  return [
    {
      name: 'trpd',
      title: 'trpd subgraph',
      entry: 'apps/trpd-subgraph/src/main.ts',
      stopOrder: 2,
      ports: ports.trpd,
      env: {
        TRPD_DATABASE_URL: databaseUrls.trpd,
        DRAIN_SECONDS: '0',
        ASSERTION_JWKS_URL: assertionKeys,
        FEED_JWKS_URL: feedKeys,
        TRPD_SEALING_KEYS: secrets.trpdSealingKeys,
        TRPD_SIGNING_KEYS: secrets.trpdSigningKeys,
        TRPD_PROOF_FEED_URL: `${loopback(config.aopdPort)}/proof-events`,
        TRPD_PUBLIC_URL: `http://localhost:${config.trpPort}`,
        TRPD_PRIVATE_HOSTS: 'http',
        TRPD_VASP_NAME: 'Example VASP',
        // A valid LEI that is not assigned to any company.
        TRPD_VASP_LEI: '529900EXAMPLEVASP027',
      },
      fixedEnv: LOCAL,
    },
    {
      name: 'aopd',
      title: 'aopd subgraph',
      entry: 'apps/aopd-subgraph/src/main.ts',
      stopOrder: 2,
      ports: ports.aopd,
      env: {
        AOPD_DATABASE_URL: databaseUrls.aopd,
        DRAIN_SECONDS: '0',
        ASSERTION_JWKS_URL: assertionKeys,
        FEED_JWKS_URL: feedKeys,
        AOPD_PROOF_FEED_JWKS_URL: `${loopback(config.trpdPort)}/.well-known/jwks.json`,
        AOPD_SEALING_KEYS: secrets.aopdSealingKeys,
        AOPD_PUBLIC_URL: `http://localhost:${config.aoppPort}`,
        AOPD_VASP_NAME: 'Example VASP',
      },
      fixedEnv: LOCAL,
    },
    {
      name: 'autod',
      title: 'autod subgraph',
      entry: 'apps/autod-subgraph/src/main.ts',
      stopOrder: 2,
      ports: ports.autod,
      env: {
        AUTOD_DATABASE_URL: databaseUrls.autod,
        DRAIN_SECONDS: '0',
        AUTOD_MIGRATION_DATABASE_URL: databaseUrls.autodOwner,
        AUTOD_CHECKPOINT_KEYS: secrets.autodCheckpointKeys,
        AUTOD_CHECKPOINT_FILE: checkpointFileOf(dataDir),
        ASSERTION_JWKS_URL: assertionKeys,
        AUTOD_SIGNING_KEYS: secrets.autodSigningKeys,
        AUTOD_SEALING_KEYS: secrets.autodSealingKeys,
        AUTOD_FEEDS: `trpd=${loopback(config.trpdPort)}/events,aopd=${loopback(config.aopdPort)}/events`,
      },
      fixedEnv: LOCAL,
    },
  ]
}

function gateway({ config, secrets, externalIssuer, dataDir }: PartsOptions): Part {
  const identityProviderUrl = loopback(config.identityProviderPort)
  return {
    name: 'gateway',
    title: 'gateway',
    entry: 'apps/gateway/src/main.ts',
    execArgv: [
      '--max-semi-space-size=5',
      '--no-maglev',
      '--no-allocation-site-pretenuring',
      '--heap-growing-percent=20',
    ],
    readinessUrl: `${loopback(config.gatewayInternalPort)}/readyz`,
    stopOrder: 1,
    ports: partPorts(config).gateway,
    env: {
      MALLOC_ARENA_MAX: '1',
      GATEWAY_BASE_URL: baseUrlOf(config),
      GATEWAY_SUBGRAPH_URLS: [
        `trpd=${loopback(config.trpdPort)}/graphql`,
        `aopd=${loopback(config.aopdPort)}/graphql`,
        `autod=${loopback(config.autodPort)}/graphql`,
        ...Object.entries(config.joinedSubgraphs ?? {}).map(([name, url]) => `${name}=${url}`),
      ].join(','),
      ...(config.joinedSubgraphs !== undefined && {
        GATEWAY_SUPERGRAPH: 'compose:',
        GATEWAY_SUPERGRAPH_CACHE: `${dataDir}/gateway/supergraph.json`,
      }),
      GATEWAY_ASSERTION_KEYS: secrets.gatewayAssertionKeys,
      GATEWAY_OIDC_KEYS_CACHE: `${dataDir}/gateway/oidc-keys.json`,
      // Allows all clients of a local node, which are few, to reconnect at the same time.
      DRAIN_SECONDS: '0',
      ...(externalIssuer
        ? {}
        : {
            GATEWAY_OIDC_ISSUER: issuerOf(config),
            GATEWAY_OIDC_JWKS_URL: `${identityProviderUrl}/auth/realms/${REALM}/protocol/openid-connect/certs`,
            GATEWAY_IDENTITY_PROVIDER_URL: identityProviderUrl,
          }),
    },
    // The embedded provider issues its tokens for no other audience.
    fixedEnv: { ...INTERNAL, ...(externalIssuer ? {} : { GATEWAY_OIDC_AUDIENCE: AUDIENCE }) },
  }
}

function identityProvider({ config, dataDir }: PartsOptions): Part {
  return {
    name: 'identity-provider',
    title: 'identity provider',
    entry: 'tools/identity-provider/src/main.ts',
    stopOrder: 2,
    ports: partPorts(config)['identity-provider'],
    env: {},
    fixedEnv: {
      GATEWAY_BASE_URL: baseUrlOf(config),
      IDP_DATA_FILE: `${dataDir}/identity-provider.json`,
    },
  }
}

function counterparty({ config, dataDir }: PartsOptions): Part {
  return {
    name: 'counterparty',
    title: 'demo counterparty',
    entry: 'tools/counterparty/src/main.ts',
    stopOrder: 1,
    ports: partPorts(config).counterparty,
    env: {},
    fixedEnv: {
      COUNTERPARTY_PUBLIC_URL: `http://localhost:${config.counterpartyPort}`,
      COUNTERPARTY_DATA_FILE: `${dataDir}/counterparty.json`,
    },
  }
}

function issuerOf(config: Config): string {
  return `${baseUrlOf(config)}/auth/realms/${REALM}`
}

function loopback(port: number): string {
  return `http://127.0.0.1:${port}`
}

function isFileOf(fixed: object, name: string): boolean {
  return name.endsWith('_FILE') && Object.hasOwn(fixed, name.slice(0, -'_FILE'.length))
}
