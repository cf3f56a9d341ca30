import { SealError } from './sealed-bytes.ts'

/** Most times that one read is done. */
const READS_MAX = 4

/**
 * What `read` returns. Reads again when a record is erased between the reads of its row and of its key:
 * the row is then in its erased form. `read` must not change anything. `readsBefore` counts reads that
 * the caller has done.
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

/** Whether a key was destroyed that was needed to open something. */
export function isErased(error: unknown): boolean {
  return error instanceof SealError && error.code === 'SEAL_KEY_ERASED'
}
