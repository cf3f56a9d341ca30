import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { TraceContext } from '../identity/trace-context.ts'

/** The headers of requests to one subgraph, besides the identity assertion. */
export interface HeaderRule {
  /** Headers of the client's request to forward, in addition to the default ones. */
  readonly forward?: readonly string[] | undefined
  /** Headers with a fixed value. */
  readonly set?: Readonly<Record<string, string>> | undefined
  /** Headers not to forward: default ones, and headers that `*` forwards or sets. */
  readonly remove?: readonly string[] | undefined
}

/** Headers of a client's request that may be forwarded to subgraphs, by lower-case name. */
export type ForwardedHeaders = Readonly<Record<string, string>>

export interface HeaderRules {
  /** Headers that are forwarded to at least one subgraph, by lower-case name. */
  readonly forwarded: readonly string[]
  /** The headers of a request that are forwarded to at least one subgraph; `undefined` if there are none. */
  read(headers: IncomingHttpHeaders): ForwardedHeaders | undefined
  /** Headers for one subgraph, from the trace and the forwarded headers. */
  headersFor(subgraph: string, trace: TraceContext, forwarded?: ForwardedHeaders): Readonly<Record<string, string>>
  /** The headers with a fixed value. */
  fixedFor(subgraph: string): Readonly<Record<string, string>>
}

/** Forwarded unless removed. The gateway writes the trace context itself. */
const TRACE_HEADERS = ['traceparent', 'tracestate', 'x-purpose']
const REQUEST_ID = 'x-request-id'
const DEFAULT_FORWARDED = [REQUEST_ID, 'accept-language']

/** `subgraphs`: the rules of each subgraph by name; those of `*` apply to all subgraphs, before their own. */
export function openHeaderRules(
  subgraphs: Readonly<Record<string, { readonly headers?: HeaderRule | undefined }>>,
): HeaderRules {
  const compiled = new Map<string, CompiledRule>()
  const common = compile(subgraphs['*']?.headers, undefined)
  const ruleOf = (subgraph: string): CompiledRule => {
    const known = compiled.get(subgraph)
    if (known !== undefined) return known
    const own = subgraphs[subgraph]?.headers
    const rule = own === undefined ? common : compile(own, common)
    compiled.set(subgraph, rule)
    return rule
  }
  const names = new Set(['*', ...Object.keys(subgraphs)].flatMap((subgraph) => [...ruleOf(subgraph).forwarded]))
  return {
    forwarded: [...names],
    read(headers) {
      let read: Record<string, string> | undefined
      for (const name of names) {
        const value = headers[name]
        if (typeof value !== 'string' || !isForwardable(value)) continue
        read ??= {}
        read[name] = value
      }
      return read
    },
    headersFor(subgraph, trace, forwarded) {
      const { removesTrace, traced, forwarded: wanted } = ruleOf(subgraph)
      if (forwarded === undefined && !removesTrace) return trace as unknown as Readonly<Record<string, string>>
      const headers: Record<string, string> = {}
      for (const [name, value] of Object.entries(trace)) if (traced.has(name)) headers[name] = value
      for (const [name, value] of Object.entries(forwarded ?? {})) if (wanted.has(name)) headers[name] = value
      return headers
    },
    fixedFor: (subgraph) => ruleOf(subgraph).fixed,
  }
}

/**
 * A key that is equal for requests whose responses may be shared. Omits the request id, which does not change a
 * response.
 */
export function forwardedKey(forwarded: ForwardedHeaders | undefined): string {
  if (forwarded === undefined) return ''
  const entries = Object.entries(forwarded).filter(([name]) => name !== REQUEST_ID)
  return entries.length === 0 ? '' : JSON.stringify(entries)
}

interface CompiledRule {
  readonly traced: ReadonlySet<string>
  readonly removesTrace: boolean
  readonly forwarded: ReadonlySet<string>
  readonly fixed: Readonly<Record<string, string>>
}

function compile(
  { forward = [], set = {}, remove = [] }: HeaderRule = {},
  base: CompiledRule | undefined,
): CompiledRule {
  const removed = new Set(remove)
  const isTrace = (name: string) => TRACE_HEADERS.includes(name)
  const tracedBefore = [...(base?.traced ?? TRACE_HEADERS)].filter((name) => !removed.has(name))
  const traced = new Set([...tracedBefore, ...forward.filter(isTrace)])
  const kept = Object.entries(base?.fixed ?? {}).filter(([name]) => !removed.has(name) && !forward.includes(name))
  const fixed = Object.fromEntries([...kept, ...Object.entries(set)])
  const before = [...(base?.forwarded ?? DEFAULT_FORWARDED)].filter((name) => !removed.has(name))
  const forwarded = new Set([...before, ...forward].filter((name) => !isTrace(name) && !Object.hasOwn(fixed, name)))
  for (const name of Object.keys(fixed)) traced.delete(name)
  return { traced, removesTrace: traced.size < TRACE_HEADERS.length, forwarded, fixed }
}

/** Maximum length of a forwarded header. */
const headerCharactersMax = 1_000

/** Printable ASCII only: servers interpret other bytes differently. */
function isForwardable(value: string): boolean {
  return value.length <= headerCharactersMax && /^[\t\x20-\x7e]*$/.test(value)
}

/** Replaces `_` by `-`, since servers may treat them as equal. */
function canonical(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

const CREDENTIALS: readonly string[] = [
  'authorization',
  'client-cert',
  'client-cert-chain',
  'cookie',
  'cookie2',
  'proxy-authorization',
  'set-cookie',
]

function isIdentity(name: string): boolean {
  return canonical(name).startsWith('x-identity-')
}

/** Headers of the connection, and of the body that the gateway writes. */
const OWN_HEADERS: readonly string[] = [
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

function isOwn(name: string): boolean {
  const plain = canonical(name)
  return OWN_HEADERS.includes(plain) || plain.startsWith('sec-websocket-') || plain === 'proxy-connection'
}

const anyName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not the name of a header')
  .transform((name) => name.toLowerCase())
const forwardedName = anyName
  .refine((name) => !CREDENTIALS.includes(canonical(name)) && !isIdentity(name), {
    error: ({ input }) => `${String(input)} is a credential of the client, which is never forwarded`,
  })
  .refine((name) => !isOwn(name), { error: ({ input }) => `${String(input)} is written by the gateway` })
const fixedName = anyName
  .refine((name) => !isIdentity(name), {
    error: ({ input }) => `${String(input)} is the identity of the caller, which the gateway writes`,
  })
  .refine((name) => !isOwn(name), { error: ({ input }) => `${String(input)} is written by the gateway` })

/** The schema of `HeaderRule`. */
export const headerRule = z.strictObject({
  forward: z.array(forwardedName).optional(),
  set: z.record(fixedName, z.string().regex(/^[\t\x20-\x7e]*$/, 'is not printable ASCII')).optional(),
  remove: z.array(anyName).optional(),
})
