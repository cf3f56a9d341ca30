import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { BLOCKED_PORTS } from './blocked-ports.ts'
import type { Config } from './config.ts'

/** Both addresses of `localhost`: another listener on either would receive some of our requests. */
const LOOPBACK = ['127.0.0.1', '::1'] as const
const POLL_MS = 50

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
