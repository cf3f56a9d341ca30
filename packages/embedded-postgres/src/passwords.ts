import { randomBytes } from 'node:crypto'
import { chmod, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'

const FILE = 'passwords.json'

export interface Passwords {
  /** The password of `role`, created and stored on first use. */
  passwordOf(role: string): Promise<string>
}

/**
 * The passwords of the cluster's roles, stored with mode 0600 in `passwords.json` of `folder`.
 *
 * With `expected`, throws when the file is missing: the cluster exists, but its passwords are lost.
 */
export async function openPasswords(folder: string, expected: boolean): Promise<Passwords> {
  const file = path.join(folder, FILE)
  const passwords = new Map(Object.entries(await load(file, expected)))
  let saving = Promise.resolve()

  return {
    async passwordOf(role) {
      const password = passwords.get(role) ?? randomBytes(24).toString('base64url')
      if (!passwords.has(role)) {
        passwords.set(role, password)
        saving = saving.then(() => save(file, Object.fromEntries(passwords)))
      }
      await saving
      return password
    },
  }
}

async function load(file: string, expected: boolean): Promise<Record<string, string>> {
  const document = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' && !expected) return '{}'
    throw new Error(`The passwords of the embedded PostgreSQL cannot be read: ${file}`, { cause })
  })
  await chmod(file, 0o600).catch(() => {})
  const parsed: unknown = JSON.parse(document)
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`${file} is not a JSON object`)
  for (const [role, password] of Object.entries(parsed)) {
    if (typeof password !== 'string') throw new Error(`${file} has no password for ${role}`)
  }
  return parsed as Record<string, string>
}

async function save(file: string, passwords: Record<string, string>): Promise<void> {
  const fresh = `${file}.new`
  const handle = await open(fresh, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(passwords, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
}
