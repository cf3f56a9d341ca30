import { openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import { type AssertionVerifier, openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import type { Identity } from '@travel-rule/auth/identity'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import { captureLog } from '@travel-rule/service/testing/capture-log'

/** A test signer with published keys, and the verifier of a service named `shop`. */
export interface TestAssertions extends AsyncDisposable {
  readonly verifier: AssertionVerifier
  /** If false, the keys cannot be read; true at first. */
  publish(areAvailable: boolean): void
  assertion(identity?: Partial<Identity>, audience?: string): Promise<string>
}

export async function openTestAssertions(): Promise<TestAssertions> {
  const signer = await openAssertionSigner({ issuer: 'gateway', ...(await generateAssertionKeys()) })
  let areAvailable = true
  const keys = await openHttpHost({
    host: '127.0.0.1',
    port: 0,
    logger: captureLog().logger,
    routes: [
      {
        method: 'GET',
        path: '/jwks.json',
        handle: () => ({
          status: areAvailable ? 200 : 503,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(signer.publicKeys()),
        }),
      },
    ],
  })
  const verifier = openAssertionVerifier({ issuer: 'gateway', audience: 'shop', jwksUrl: `${keys.url}/jwks.json` })
  return {
    verifier,
    publish(now) {
      areAvailable = now
    },
    assertion: (identity, audience = 'shop') =>
      signer.mint(
        {
          subject: 'ann',
          clientId: 'web',
          actsFor: 'PERSON',
          name: 'Ann',
          roles: [],
          scopes: ['shop:read'],
          ...identity,
        },
        audience,
      ),
    async [Symbol.asyncDispose]() {
      await verifier[Symbol.asyncDispose]()
      await keys[Symbol.asyncDispose]()
    },
  }
}
