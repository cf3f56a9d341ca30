import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorError } from '@travel-rule/service/operator-error'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'

const ROLES = ['observer', 'compliance-officer', 'administrator', 'integration'] as const

const person = z.strictObject({
  id: z.uuid(),
  username: z.string().min(1),
  name: z.string().min(1),
  email: z.string().min(1),
  password: z.string().min(8),
  role: z.enum(ROLES),
})

/** The content of the data file. `npm start` reads the client and the people from it. */
const identityDataSchema = z.strictObject({
  version: z.literal(1),
  /** Private RSA keys; the first signs, all are published. */
  signingKeys: z.strictObject({ keys: z.array(z.looseObject({ kty: z.literal('RSA'), kid: z.string() })).min(1) }),
  /** Secrets for signing cookies; the first signs, all are accepted. */
  cookieKeys: z.array(z.string().min(32)).min(1),
  /** The confidential client for programs. Its service account has no role. */
  client: z.strictObject({ id: z.string().min(1), secret: z.string().min(16), serviceAccountId: z.uuid() }),
  people: z.array(person),
})

export type IdentityData = z.infer<typeof identityDataSchema>
export type Person = z.infer<typeof person>

/**
 * The content of the data file at `path`, created when missing.
 *
 * Throws `OperatorError` when it is damaged or cannot be read or written. A damaged file is never replaced.
 */
export async function openIdentityData(path: string): Promise<IdentityData> {
  try {
    const content = (await readIfPresent(path)) ?? (await createFile(path))
    await chmod(path, 0o600)
    return parse(content, path)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`IDP_DATA_FILE: ${path} cannot be used: ${reason}`, { cause: error })
  }
}

/** The person with this user name or e-mail address and password. Compares in constant time. */
export function authenticate(people: readonly Person[], login: string, password: string): Person | undefined {
  const wanted = login.trim().toLowerCase()
  const found = people.find(
    (person) => person.username.toLowerCase() === wanted || person.email.toLowerCase() === wanted,
  )
  const matches = timingSafeEqual(digest(password), digest(found?.password ?? ''))
  return matches && password !== '' ? found : undefined
}

export function personById(people: readonly Person[], id: string): Person | undefined {
  return people.find((person) => person.id === id)
}

/** New keys, one confidential client and one person for each role, with random secrets. */
async function generateIdentityData(): Promise<IdentityData> {
  return {
    version: 1,
    signingKeys: { keys: [await generateSigningKey()] },
    cookieKeys: [randomBytes(32).toString('base64url')],
    client: {
      id: 'travel-rule-client',
      secret: randomBytes(24).toString('base64url'),
      serviceAccountId: randomUUID(),
    },
    people: [
      newPerson('Olive Observer', 'observer'),
      newPerson('Connie Compliance', 'compliance-officer'),
      newPerson('Adam Administrator', 'administrator'),
      newPerson('Ines Integration', 'integration'),
    ],
  }
}

function newPerson(name: string, role: Person['role']): Person {
  return { id: randomUUID(), username: role, name, email: `${role}@example.com`, password: generatePassword(), role }
}

async function generateSigningKey() {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kty: 'RSA' as const, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'RS256' }
}

// Without characters that are easily confused, such as 0 and o.
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four letters: 79 random bits. */
function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

function parse(content: string, path: string): IdentityData {
  const parsed = identityDataSchema.safeParse(parseJson(content))
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') || 'its top level'
  const advice = 'repair it, or delete it to generate new keys, a new client secret and new passwords'
  throw new OperatorError(`IDP_DATA_FILE: ${path} is damaged (at ${where}): ${advice}`)
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Links a complete file into place, so that concurrent starts all use the same file. */
async function createFile(path: string): Promise<string> {
  const content = `${JSON.stringify(await generateIdentityData(), null, 2)}\n`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeDurably(draft, content)
    await link(draft, path)
    return content
  } catch (error) {
    if (isCode(error, 'EEXIST')) return await readFile(path, 'utf8')
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDurably(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
