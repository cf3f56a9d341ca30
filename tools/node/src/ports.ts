import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Config, readConfig } from './config.ts'

/** Both addresses of `localhost`: another listener on either would receive some of our requests. */
const LOOPBACK = ['127.0.0.1', '::1'] as const
const POLL_MS = 50

/**
 * Ports to which browsers, and `fetch` in Node.js, refuse to connect. Source: WHATWG Fetch, section 2.9, "bad port".
 * Omits 0, which no node uses.
 */
export const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Ports by the variable that sets each. */
export type Ports = Readonly<Record<string, number>>

/** The ports of all parts that a node can have. */
export function partPorts(config: Config) {
  return {
    trpd: { TRPD_PORT: config.trpdPort, TRPD_TRP_PORT: config.trpPort },
    aopd: { AOPD_PORT: config.aopdPort, AOPD_AOPP_PORT: config.aoppPort },
    autod: { AUTOD_PORT: config.autodPort },
    gateway: { GATEWAY_PORT: config.gatewayPort, GATEWAY_INTERNAL_PORT: config.gatewayInternalPort },
    'identity-provider': { IDP_PORT: config.identityProviderPort },
    counterparty: { COUNTERPARTY_PORT: config.counterpartyPort },
  } as const satisfies Readonly<Record<string, Ports>>
}

/** The ports on which this node listens. */
export function portsInUse(config: Config, { demo, externalIssuer }: { demo: boolean; externalIssuer: boolean }) {
  const { counterparty, 'identity-provider': identityProvider, ...always } = partPorts(config)
  return Object.assign(
    {},
    ...Object.values(always),
    externalIssuer ? {} : identityProvider,
    demo ? counterparty : {},
  ) as Ports
}

/**
 * Why this node cannot listen on `ports`: one line per problem, each with the setting to change.
 *
 * Tries the loopback addresses, on which every part listens by default. Waits up to `patienceMs` for a port in use to
 * become free.
 */
export async function portProblems(
  ports: Ports,
  { patienceMs = 0 }: { readonly patienceMs?: number } = {},
): Promise<string[]> {
  for (const until = performance.now() + patienceMs; ; await delay(POLL_MS)) {
    const problems = await currentProblems(ports)
    if (problems.length === 0 || performance.now() >= until) return problems
  }
}

const BASE_FIRST = 5_000
const BASE_STEP = 1_000
const BASE_TRIES = 20

/**
 * A `PORT_BASE` with which all ports of a node in this environment are free; `undefined`, for example, if the
 * environment sets a port that is in use.
 */
export async function freePortBase(
  env: NodeJS.ProcessEnv,
  use: Parameters<typeof portsInUse>[1],
): Promise<number | undefined> {
  for (let tries = 0, base = BASE_FIRST; tries < BASE_TRIES; tries += 1, base += BASE_STEP) {
    const config = readConfig({ ...env, PORT_BASE: String(base) })
    if ((await portProblems(portsInUse(config, use))).length === 0) return base
  }
  return undefined
}

async function currentProblems(ports: Ports): Promise<string[]> {
  const seen = new Map<number, string>()
  const problems = await Promise.all(
    Object.entries(ports).map(async ([variable, port]) => {
      if (port === 0) return `${variable} is 0: set it to a free port, because the other parts must know it.`
      const other = seen.get(port)
      seen.set(port, other ?? variable)
      if (other !== undefined) return `${other} and ${variable} are both ${port}: set one of them to another port.`
      // Browsers open pages at these ports, and the parts send requests to each other with fetch.
      if (BLOCKED_PORTS.has(port)) return `Browsers refuse to open port ${port}: set ${variable} to another port.`
      return describe(variable, port, await bindError(port))
    }),
  )
  return problems.filter((problem) => problem !== undefined)
}

function describe(variable: string, port: number, code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set ${variable} to a free port.`
  if (code === 'EACCES') return `Port ${port} requires more privileges: set ${variable} to a port above 1023.`
  return `Port ${port} cannot be used (${code}): set ${variable} to another port.`
}

/** The code of the error when listening on `port`; `undefined` on success. */
async function bindError(port: number): Promise<string | undefined> {
  for (const host of LOOPBACK) {
    const code = await tryPort(host, port)
    const isMissing = host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    if (code !== undefined && !isMissing) return code
  }
  return undefined
}

function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}
