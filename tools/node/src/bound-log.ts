import { type FileHandle, open, rename, truncate, writeFile } from 'node:fs/promises'

export interface LogLimits {
  /** Size beyond which a log is moved to `<file>.old`. */
  readonly bytesMax: number
  readonly checkMs: number
}

const LIMITS: LogLimits = { bytesMax: 20_000_000, checkMs: 1_000 }

/**
 * Limits the size of a log to which another process appends, until disposed. Beyond 20 MB, its last 20 MB are moved to
 * `<file>.old`, which replaces the previous one.
 *
 * The process continues to write to the same file, which is emptied: it cannot be made to open another file, and a pipe
 * through the supervisor would lose the last lines of a crash. Lines written during the move may be lost.
 */
export function boundLog(file: string, { bytesMax, checkMs }: LogLimits = LIMITS): AsyncDisposable {
  let checking = Promise.resolve()
  let isDisposed = false
  let timer = setTimeout(begin, checkMs)

  function begin(): void {
    checking = check(file, bytesMax)
      .catch(() => undefined)
      .then(() => {
        if (!isDisposed) timer = setTimeout(begin, checkMs)
      })
  }
  return {
    async [Symbol.asyncDispose]() {
      isDisposed = true
      clearTimeout(timer)
      await checking
    },
  }
}

async function check(file: string, bytesMax: number): Promise<void> {
  const kept = await readEnd(file, bytesMax)
  if (kept === undefined) return
  await writeFile(`${file}.moving`, kept, { mode: 0o600 })
  await truncate(file, 0)
  await rename(`${file}.moving`, `${file}.old`)
}

/** The last `bytesMax` bytes of a file, from the start of a line; `undefined` for a shorter file. */
async function readEnd(file: string, bytesMax: number): Promise<Buffer | undefined> {
  let handle: FileHandle
  try {
    handle = await open(file)
  } catch {
    return undefined
  }
  try {
    const { size } = await handle.stat()
    if (size <= bytesMax) return undefined
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytesMax), 0, bytesMax, size - bytesMax)
    return buffer.subarray(buffer.indexOf('\n') + 1, bytesRead)
  } finally {
    await handle.close()
  }
}
