import { open, readFile, rename } from 'node:fs/promises'

/** The JSON kept in `file`, or undefined when there is no such file. */
export async function readPrivateJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes `value` so that a crash leaves the old file or the new one, readable by its owner only. */
export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  const fresh = `${file}.new`
  {
    await using handle = await open(fresh, 'w', 0o600)
    await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await handle.sync()
  }
  await rename(fresh, file)
}
