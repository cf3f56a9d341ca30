import { createRemoteJWKSet, jwtVerify } from 'jose'

/** Identifies the caller of each request to the subgraph `rates`. Throws for an assertion that must be refused. */
export function openCallerReader(keysUrl: string) {
  const keys = createRemoteJWKSet(new URL(keysUrl), { cacheMaxAge: 60_000 })
  return async (assertion: string) => {
    const { payload } = await jwtVerify(assertion, keys, {
      issuer: 'gateway',
      audience: 'rates',
      algorithms: ['EdDSA'],
      typ: 'identity-assertion+jwt',
      clockTolerance: 5,
      requiredClaims: ['sub', 'azp', 'name', 'roles', 'scopes', 'iat', 'exp'],
    })
    return payload
  }
}
