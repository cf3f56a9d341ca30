import {
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { type NodeAccess, readJson } from '../harness/shared-node.ts'
import { clientToken } from '../harness/tokens.ts'

/** Issues access tokens with the key of the node's identity provider; each can differ in one detail. */
export interface TokenMint {
  /** The claims of a genuine token. */
  readonly claims: JWTPayload
  /** Overrides claims and signs with the provider's key. Claims that are `undefined` are omitted. */
  signed(change?: object, header?: object): Promise<string>
  /** The genuine claims and key id, signed with another key. */
  signedByAnother(header?: object): Promise<string>
  /** Signed with HS256 and the provider's public key as the secret. */
  signedWithPublicKey(): Promise<string>
  /** The public key of `signedByAnother`. */
  readonly anotherKey: JWK
  unsigned(): string
}

/** A critical header parameter that no implementation supports. */
export const UNKNOWN_EXTENSION = 'urn:example:unknown'
const KNOWN_EXTENSIONS = { crit: { [UNKNOWN_EXTENSION]: true } }

export async function openTokenMint(node: NodeAccess): Promise<TokenMint> {
  const { signingKeys } = await readJson<{ signingKeys: { keys: JWK[] } }>(`${node.dataDir}/identity-provider.json`)
  const [jwk] = signingKeys.keys
  if (jwk?.kid === undefined) throw new Error('the provider has no key')
  const { kid, n, e } = jwk
  const claims = decodeJwt(await clientToken(node))
  const header = { alg: 'RS256', typ: 'JWT', kid }
  const privateKey = await importJWK(jwk, 'RS256')
  const publicKey = await importJWK({ kty: 'RSA', n: n ?? '', e: e ?? '' }, 'RS256', { extractable: true })
  if (publicKey instanceof Uint8Array) throw new Error('the key is symmetric')
  const other = await generateKeyPair('RS256', { extractable: true })
  return {
    claims,
    anotherKey: await exportJWK(other.publicKey),
    signed: (change = {}, more = {}) =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ ...header, ...more })
        .sign(privateKey, KNOWN_EXTENSIONS),
    signedByAnother: (more = {}) =>
      new SignJWT(claims).setProtectedHeader({ ...header, ...more }).sign(other.privateKey),
    signedWithPublicKey: async () =>
      new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(new TextEncoder().encode(await exportSPKI(publicKey))),
    unsigned: () => new UnsecuredJWT(claims).encode(),
  }
}
