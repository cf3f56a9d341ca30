import { type AssertionSigner, openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import { type AssertionVerifier, openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { listen } from './test-gateway.ts'

/**
 * Keys of a gateway that are published before it runs, so that subgraphs can verify its requests.
 */
export interface PublishedKeys extends AsyncDisposable {
  /** The private keys, a value for `GATEWAY_ASSERTION_KEYS`. */
  readonly keys: string
  readonly signer: AssertionSigner
  verifierOf(subgraph: string): AssertionVerifier
}

export async function openPublishedKeys(): Promise<PublishedKeys> {
  const keys = await generateAssertionKeys()
  const signer = await openAssertionSigner({ issuer: 'gateway', ...keys })
  await using stack = new AsyncDisposableStack()
  const server = await listen((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(signer.publicKeys()))
  })
  stack.defer(() => server.dispose())
  const jwksUrl = `http://127.0.0.1:${server.port}/`
  const opened = stack.move()
  return {
    keys: JSON.stringify(keys),
    signer,
    verifierOf: (audience) => opened.use(openAssertionVerifier({ issuer: 'gateway', audience, jwksUrl })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
