import { z } from 'zod'

export const ROLES = ['observer', 'compliance-officer', 'administrator', 'integration'] as const

const person = z.strictObject({
  id: z.uuid(),
  username: z.string().min(1),
  name: z.string().min(1),
  email: z.string().min(1),
  password: z.string().min(8),
  role: z.enum(ROLES),
})

/** What the data file holds. Scripts read the client and the people from it. */
export const identityDataSchema = z.strictObject({
  version: z.literal(1),
  /** Private RSA keys; the first signs, all are published. */
  signingKeys: z.strictObject({ keys: z.array(z.looseObject({ kty: z.literal('RSA'), kid: z.string() })).min(1) }),
  /** Sign the cookies; the first signs, all are accepted. */
  cookieKeys: z.array(z.string().min(32)).min(1),
  /** The confidential client for programs. No role is assigned to its service account. */
  client: z.strictObject({ id: z.string().min(1), secret: z.string().min(16), serviceAccountId: z.uuid() }),
  people: z.array(person),
})

export type IdentityData = z.infer<typeof identityDataSchema>
export type Person = z.infer<typeof person>
