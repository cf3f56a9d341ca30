import { type AssertionVerifier, KeysUnavailable } from '@travel-rule/auth/assertion-verifier'
import type { Identity } from '@travel-rule/auth/identity'
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

function unauthenticated(): GraphQLError {
  return refusalError({ code: 'UNAUTHENTICATED', message: 'A valid identity assertion is needed' })
}
