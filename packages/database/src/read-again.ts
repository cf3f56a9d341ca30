import { SealError } from './sealed-bytes.ts'

/** Maximum number of times that one read is done. */
const READS_MAX = 4

/**
 * Returns the result of `read`. Reads again when a record is erased between the reads of its row and its key: the row
 * is then in its erased form. `read` must not change anything. `readsBefore`: number of reads already done by the
 * caller.
 */
export async function readAgainIfErased<Value>(read: () => Promise<Value>, readsBefore = 0): Promise<Value> {
  for (let reads = readsBefore + 1; ; reads += 1) {
    try {
      return await read()
    } catch (error) {
      if (!isErased(error) || reads === READS_MAX) throw error
    }
  }
}

/** True if opening failed because the key was destroyed. */
export function isErased(error: unknown): boolean {
  return error instanceof SealError && error.code === 'SEAL_KEY_ERASED'
}
