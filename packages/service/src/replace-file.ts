import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file that only this user may read. Atomic: a reader sees the old content or the new.
 * Creates missing folders.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  const next = `${path}.${process.pid}.next`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(next, content, { flush: true, mode: 0o600 })
    await rename(next, path)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
}
