import { mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { lockFolder } from '@travel-rule/embedded-postgres/folder-lock'
import { OperatorError } from '@travel-rule/service/operator-error'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENAMETOOLONG: 'the path is too long',
  ENOSPC: 'the disk is full',
}

export interface DataFolder extends AsyncDisposable {
  /** Absolute path, without symbolic links. */
  readonly path: string
}

/**
 * The data folder at `path`, created when missing and locked until disposed or until this process ends.
 *
 * Throws `OperatorError` when it cannot be created or another node runs on it. In the latter case the message contains
 * the result of `secondNode`, a command that starts a separate node.
 */
export async function openDataFolder(path: string, secondNode: () => Promise<string>): Promise<DataFolder> {
  const folder = await createFolder(path)
  await using stack = new AsyncDisposableStack()
  try {
    stack.use(await lockFolder(folder))
  } catch (cause) {
    const command = await secondNode()
    const problem = `Another node is running on the data folder ${folder}: stop it, or start a second one beside it with`
    throw new OperatorError([problem, `    ${command}`], { cause })
  }
  // A killed node does not remove its file.
  await rm(`${folder}/node.json`, { force: true })
  const owned = stack.move()
  return { path: folder, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The keys of the parts, generated at the first start. */
export interface Secrets {
  readonly gatewayAssertionKeys: string
  readonly autodSigningKeys: string
  readonly trpdSigningKeys: string
  readonly autodCheckpointKeys: string
  readonly trpdSealingKeys: string
  readonly aopdSealingKeys: string
  readonly autodSealingKeys: string
}

/**
 * The keys in `<dataDir>/secrets.json`; missing ones are generated and stored first. Writes the public keys of
 * checkpoints to a separate file.
 */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const file = `${dataDir}/secrets.json`
  const stored = ((await readPrivateJson(file)) ?? {}) as Partial<Secrets>
  const secrets: Secrets = {
    gatewayAssertionKeys: stored.gatewayAssertionKeys ?? JSON.stringify(await generateAssertionKeys()),
    autodSigningKeys: stored.autodSigningKeys ?? JSON.stringify(await generateAssertionKeys()),
    trpdSigningKeys: stored.trpdSigningKeys ?? JSON.stringify(await generateAssertionKeys()),
    autodCheckpointKeys: stored.autodCheckpointKeys ?? JSON.stringify(await generateAssertionKeys()),
    trpdSealingKeys: stored.trpdSealingKeys ?? generateSealingKeys(),
    aopdSealingKeys: stored.aopdSealingKeys ?? generateSealingKeys(),
    autodSealingKeys: stored.autodSealingKeys ?? generateSealingKeys(),
  }
  if (JSON.stringify(secrets) !== JSON.stringify(stored)) await writePrivateJson(file, secrets)
  const { keys } = JSON.parse(secrets.autodCheckpointKeys) as Awaited<ReturnType<typeof generateAssertionKeys>>
  const publicKeys = keys.map(({ d: _private, ...rest }) => rest)
  await writePrivateJson(`${dataDir}/${CHECKPOINT_PUBLIC_FILE}`, { keys: publicKeys })
  return secrets
}

/** The public keys of the audit log's checkpoints, for verifying an export elsewhere. */
export const CHECKPOINT_PUBLIC_FILE = 'audit-checkpoint-public.json'

/** The JSON value in `file`; undefined when the file is missing. */
export async function readPrivateJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes `value` with mode 0600; a crash leaves either the old file or the new one. */
export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  const draft = `${file}.new`
  {
    await using handle = await open(draft, 'w', 0o600)
    await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await handle.sync()
  }
  await rename(draft, file)
}

async function createFolder(path: string): Promise<string> {
  try {
    await mkdir(`${path}/logs`, { recursive: true })
    return await realpath(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw new OperatorError(`DATA_DIR: ${path} cannot be used: ${REASONS[code] ?? code}.`, { cause })
  }
}
