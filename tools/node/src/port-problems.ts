import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Both names of `localhost`: who listens on one of them would get some of our clients. */
const LOOPBACK = ['127.0.0.1', '::1'] as const
const POLL_MS = 50

/**
 * Why this node cannot listen on `ports`, keyed by the variable that sets each; one line per problem, each with what to do.
 *
 * A port is looked at on loopback, where every part listens unless told otherwise. `patienceMs`: how long one in use may take to become free.
 */
export async function portProblems(
  ports: Readonly<Record<string, number>>,
  { patienceMs = 0 }: { readonly patienceMs?: number } = {},
): Promise<string[]> {
  for (const until = performance.now() + patienceMs; ; await delay(POLL_MS)) {
    const problems = await problemsNow(ports)
    if (problems.length === 0 || performance.now() >= until) return problems
  }
}

async function problemsNow(ports: Readonly<Record<string, number>>): Promise<string[]> {
  const seen = new Map<number, string>()
  const problems = await Promise.all(
    Object.entries(ports).map(async ([variable, port]) => {
      if (port === 0) return `${variable} is 0: set it to a free port, because the other parts have to know it.`
      const other = seen.get(port)
      seen.set(port, other ?? variable)
      if (other !== undefined) return `${other} and ${variable} are both ${port}: set one of them to another port.`
      return describe(variable, port, await whyNotFree(port))
    }),
  )
  return problems.filter((problem) => problem !== undefined)
}

function describe(variable: string, port: number, code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set ${variable} to a free port.`
  if (code === 'EACCES') return `Port ${port} needs more rights: set ${variable} to a port above 1023.`
  return `Port ${port} cannot be used (${code}): set ${variable} to another port.`
}

async function whyNotFree(port: number): Promise<string | undefined> {
  for (const host of LOOPBACK) {
    const code = await tryPort(host, port)
    const isAbsent = host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    if (code !== undefined && !isAbsent) return code
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
