import { z } from 'zod'

const privateKey = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().min(1),
  d: z.string().min(1),
})
const keySet = z.object({ keys: z.array(privateKey).min(1).max(10) })

/** A JWK set with private Ed25519 keys, as JSON; parses to its keys. */
export const signingKeysSetting = z.string().transform((text, context) => {
  const set = keySet.safeParse(tryParse(text))
  if (set.success) return set.data.keys
  context.addIssue({ code: 'custom', message: 'must be a JWK set, {"keys":[…]}, of private Ed25519 keys' })
  return z.NEVER
})

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
