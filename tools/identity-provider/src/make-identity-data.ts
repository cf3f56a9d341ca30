import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { IdentityData, Person } from './identity-data.ts'

/** Fresh keys, one confidential client and one person of each role, all with secrets nobody has seen before. */
export async function makeIdentityData(): Promise<IdentityData> {
  return {
    version: 1,
    signingKeys: { keys: [await makeSigningKey()] },
    cookieKeys: [randomBytes(32).toString('base64url')],
    client: {
      id: 'travel-rule-client',
      secret: randomBytes(24).toString('base64url'),
      serviceAccountId: randomUUID(),
    },
    people: [
      makePerson('Olive Observer', 'observer'),
      makePerson('Connie Compliance', 'compliance-officer'),
      makePerson('Adam Administrator', 'administrator'),
      makePerson('Ines Integration', 'integration'),
    ],
  }
}

function makePerson(name: string, role: Person['role']): Person {
  return { id: randomUUID(), username: role, name, email: `${role}@example.com`, password: makePassword(), role }
}

async function makeSigningKey() {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kty: 'RSA' as const, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'RS256' }
}

// Without the characters that people confuse when they copy from a screen.
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four: 79 random bits that can be typed. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
