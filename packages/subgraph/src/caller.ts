import { type AssertionVerifier, KeysUnavailable } from '@travel-rule/auth/assertion-verifier'
import type { Identity } from '@travel-rule/auth/identity'
import type { Actor } from '@travel-rule/database/outbox'
import type { GraphQLError } from 'graphql'
import { refusalError } from './graphql-error.ts'

/**
 * The caller of an operation, or its refusal: `UNAUTHENTICATED`, or `SERVICE_UNAVAILABLE` while the gateway's keys
 * cannot be read, which is not the caller's fault.
 */
export async function identifyCaller(
  verifier: Pick<AssertionVerifier, 'verify'>,
  assertion: unknown,
): Promise<Identity | GraphQLError> {
  try {
    return (await verifier.verify(typeof assertion === 'string' ? assertion : undefined)) ?? unauthenticated()
  } catch (error) {
    if (!(error instanceof KeysUnavailable)) throw error
    const message = 'The caller cannot be authenticated now. Nothing was executed: try again.'
    return refusalError({ code: 'SERVICE_UNAVAILABLE', message, extensions: { retryable: true } })
  }
}

/** The caller as the actor of events, for the audit log. */
export function actorOf({ subject, name }: Identity): Actor {
  return { type: 'USER', id: subject, ...(name === '' ? {} : { name }) }
}

/** The key of a caller for limits, which apply to one subject of one client. */
export function callerKey({ clientId, subject }: Identity): string {
  return `${clientId}\n${subject}`
}

function unauthenticated(): GraphQLError {
  return refusalError({ code: 'UNAUTHENTICATED', message: 'A valid identity assertion is needed' })
}
