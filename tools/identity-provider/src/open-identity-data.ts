import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type IdentityData, identityDataSchema } from './identity-data.ts'
import { makeIdentityData } from './make-identity-data.ts'

/**
 * The content of the data file, which is made when it does not exist.
 * Throws `OperatorError` when it is damaged or cannot be read or written; a damaged file is never replaced.
 */
export async function openIdentityData(path: string): Promise<IdentityData> {
  try {
    const text = (await readIfPresent(path)) ?? (await create(path))
    await chmod(path, 0o600)
    return parse(text, path)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`IDP_DATA_FILE: ${path} cannot be used: ${reason}`, { cause: error })
  }
}

function parse(text: string, path: string): IdentityData {
  const parsed = identityDataSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.') || 'the whole file'
  const advice = 'repair it, or remove it to make new keys, a new client secret and new passwords'
  throw new OperatorError(`IDP_DATA_FILE: ${path} is damaged (at ${where}): ${advice}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
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

/** Writes a complete file beside and links it into place: of several that start at once, one wins and all read the same. */
async function create(path: string): Promise<string> {
  const text = `${JSON.stringify(await makeIdentityData(), null, 2)}\n`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeDurably(draft, text)
    await link(draft, path)
    return text
  } catch (error) {
    if (isCode(error, 'EEXIST')) return await readFile(path, 'utf8')
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
