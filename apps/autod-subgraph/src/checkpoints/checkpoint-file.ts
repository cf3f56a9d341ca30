import { open } from 'node:fs/promises'
import { parseJson } from '@travel-rule/service/json'
import { z } from 'zod'

/** Number of bytes read from the end of a checkpoint file: about 3,000 checkpoints. */
const TAIL_BYTES_MAX = 1_000_000

const lineSchema = z.object({ kind: z.literal('checkpoint'), jws: z.string() })

/** Encodes a checkpoint as a line of a file or export, without the line feed. */
export function encodeCheckpointLine(jws: string): string {
  return JSON.stringify({ kind: 'checkpoint', jws })
}

/** The compact JWS in a line; `undefined` if the line is not a checkpoint. */
export function decodeCheckpointLine(line: string): string | undefined {
  const parsed = lineSchema.safeParse(parseJson(line))
  return parsed.success ? parsed.data.jws : undefined
}

/**
 * Appends checkpoints; resolves when they are on disk. Creates the file with mode 0600.
 *
 * If a crash truncated the last line, it is ended first.
 */
export async function appendCheckpoints(file: string, documents: readonly string[]): Promise<void> {
  await using handle = await open(file, 'a+', 0o600)
  const { size } = await handle.stat()
  const last = Buffer.alloc(1)
  if (size > 0) await handle.read(last, 0, 1, size - 1)
  const start = size > 0 && last.toString() !== '\n' ? '\n' : ''
  await handle.appendFile(start + documents.map((jws) => `${encodeCheckpointLine(jws)}\n`).join(''))
  await handle.sync()
}

/** The last checkpoints in a file, oldest first; empty if the file does not exist. */
export async function readCheckpointTail(file: string): Promise<readonly string[]> {
  try {
    await using handle = await open(file, 'r')
    const { size } = await handle.stat()
    const length = Math.min(size, TAIL_BYTES_MAX)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    // The first line may have started before the part that was read.
    const complete = length < size ? lines.slice(1) : lines
    return complete.map(decodeCheckpointLine).filter((jws) => jws !== undefined)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
