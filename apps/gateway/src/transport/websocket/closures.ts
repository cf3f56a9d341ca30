import type { ConnectionRefusal } from './socket-session.ts'

/** With which code and reason a socket is closed whose client may not be connected. graphql-ws clients try again after each of these. */
export function closureOf(refusal: ConnectionRefusal): readonly [code: number, reason: string] {
  return CLOSURES[refusal]
}

const CLOSURES: Readonly<Record<ConnectionRefusal, readonly [number, string]>> = {
  UNAUTHENTICATED: [4403, 'Forbidden'],
  IDENTITY_PROVIDER_UNAVAILABLE: [1013, 'Try again later'],
  TOO_MANY_CONNECTIONS: [1013, 'Too many connections'],
}
