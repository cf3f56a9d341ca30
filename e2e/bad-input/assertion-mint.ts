import { generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { type NodeAccess, readJson } from '../harness/shared-node.ts'

/** Issues identity assertions like those of the node's gateway. */
export interface AssertionMint {
  /** Signed with the gateway's own key. */
  genuine(audience: string, change?: JWTPayload): Promise<string>
  /** Has the gateway's key id, but is signed with another key. */
  forged(audience: string): Promise<string>
  unsigned(audience: string): string
}

const ALL_SCOPES = ['trpd:read', 'trpd:write', 'aopd:read', 'aopd:write', 'autod:read', 'autod:write', 'pii:read']

export async function openAssertionMint({ dataDir }: NodeAccess): Promise<AssertionMint> {
  const { gatewayAssertionKeys } = await readJson<{ gatewayAssertionKeys: string }>(`${dataDir}/secrets.json`)
  const [jwk] = (JSON.parse(gatewayAssertionKeys) as { keys: JWK[] }).keys
  if (jwk?.kid === undefined) throw new Error('the gateway has no key')
  const { kid } = jwk
  const key = await importJWK(jwk, 'EdDSA')
  const other = await generateKeyPair('EdDSA')
  const claims = (audience: string): JWTPayload => {
    const iat = Math.floor(Date.now() / 1000)
    return {
      iss: 'gateway',
      aud: audience,
      sub: 'intruder',
      azp: 'intruder',
      name: 'Intruder',
      roles: ['integration'],
      scopes: ALL_SCOPES,
      iat,
      exp: iat + 60,
    }
  }
  const header = { alg: 'EdDSA', kid, typ: 'identity-assertion+jwt' }
  return {
    genuine: (audience, change = {}) =>
      new SignJWT({ ...claims(audience), ...change }).setProtectedHeader(header).sign(key),
    forged: (audience) => new SignJWT(claims(audience)).setProtectedHeader(header).sign(other.privateKey),
    unsigned: (audience) => new UnsecuredJWT(claims(audience)).encode(),
  }
}
