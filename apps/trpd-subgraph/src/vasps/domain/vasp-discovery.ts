import type { Lei } from '../../foundation/domain/lei.ts'
import { type Extensions, parseExtensions, parseIdentity, parseVersion } from '../../messages/domain/discovery.ts'
import type { TrpResult } from '../../messages/domain/trp-body.ts'

/** A counterparty's statements about itself. Its name, LEI and certificate are unproven claims. */
export interface VaspDiscovery {
  /** As written by the counterparty; this node may not support it. */
  readonly version?: string
  readonly vendor?: string
  readonly name?: string
  readonly lei?: Lei
  /** The leaf certificate in PEM. */
  readonly x509?: string
  readonly extensions?: Extensions
  readonly problems: readonly DiscoveryProblem[]
}

/** A discovery route that did not respond properly. Many counterparties lack some of the routes. */
export interface DiscoveryProblem {
  readonly path: DiscoveryPath
  readonly message: string
}

/** The discovery routes that are asked. */
export type DiscoveryPath = '/version' | '/identity' | '/extensions'

/** The response to a discovery route, or why it is missing. */
export type DiscoveryResponse = { readonly status: number; readonly body: Uint8Array } | { readonly problem: string }

/** Combines the responses to the three routes. */
export function readDiscovery(responses: Readonly<Record<DiscoveryPath, DiscoveryResponse>>): VaspDiscovery {
  const problems: DiscoveryProblem[] = []
  const read = <Value>(path: DiscoveryPath, parse: (body: Uint8Array) => TrpResult<Value>): Value | undefined => {
    const value = readResponse(responses[path], parse)
    if (typeof value !== 'string') return value.value
    problems.push({ path, message: value })
    return undefined
  }
  const version = read('/version', parseVersion)
  const identity = read('/identity', parseIdentity)
  const extensions = read('/extensions', parseExtensions)
  return { ...version, ...identity, ...(extensions === undefined ? {} : { extensions }), problems }
}

/** The parsed value, or the problem. */
function readResponse<Value>(
  response: DiscoveryResponse,
  parse: (body: Uint8Array) => TrpResult<Value>,
): { readonly value: Value } | string {
  if ('problem' in response) return response.problem
  if (response.status !== 200) return `The VASP responded with status ${response.status}.`
  const parsed = parse(response.body)
  return parsed.ok ? { value: parsed.value } : parsed.refusal.message
}
