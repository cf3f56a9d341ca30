import { type AssertionSigner, openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import { captureLog } from '@travel-rule/service/testing/capture-log'

/** Signers of assertions by issuer, whose public keys are at `url`, a slash and the issuer. */
export interface TestSigners<Issuer extends string> extends AsyncDisposable {
  readonly url: string
  readonly signers: Readonly<Record<Issuer, AssertionSigner>>
}

export async function openTestSigners<Issuer extends string>(...issuers: Issuer[]): Promise<TestSigners<Issuer>> {
  const opened = await Promise.all(
    issuers.map(async (issuer) => {
      const signer = await openAssertionSigner({ issuer, ...(await generateAssertionKeys()) })
      return [issuer, signer] as const
    }),
  )
  const host = await openHttpHost({
    host: '127.0.0.1',
    port: 0,
    logger: captureLog().logger,
    routes: opened.map(([issuer, signer]) => ({
      method: 'GET',
      path: `/${issuer}`,
      handle: () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(signer.publicKeys()),
      }),
    })),
  })
  const signers = Object.fromEntries(opened) as Record<Issuer, AssertionSigner>
  return { url: host.url, signers, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() }
}
