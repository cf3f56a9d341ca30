import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'

const PERMISSIONS = 0o777

/** Unpacks a zip archive into `folder`, with the permissions of its files. yauzl refuses paths outside of it. */
export async function unzip(archive: string, folder: string): Promise<void> {
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      const path = join(folder, entry.fileName)
      if (entry.fileName.endsWith('/')) {
        await mkdir(path, { recursive: true })
        continue
      }
      await mkdir(dirname(path), { recursive: true })
      const mode = (entry.externalFileAttributes >>> 16) & PERMISSIONS
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { mode: mode || 0o644 }))
    }
  } finally {
    zip.close()
  }
}
