import type { Outbound } from '@travel-rule/service/outbound'
import type { Kysely } from 'kysely'
import { listCheckpointsAfter, loadDelivered, saveDelivered, verifyStored } from '../store/checkpoints.ts'
import type { Tables } from '../store/tables.ts'
import { appendCheckpoints, encodeCheckpointLine, readCheckpointTail } from './checkpoint-file.ts'
import { newestCheckpoint, type VerifyCheckpoint } from './domain/checkpoint.ts'

/** Maximum number of checkpoints per delivery. */
const BATCH = 200
/** Time after which a delivery posts no further checkpoint, in milliseconds. */
const URL_MS_MAX = 5_000

/** A place outside the database that keeps checkpoints. */
export interface CheckpointTarget {
  readonly name: 'file' | 'url'
  /** Delivers the next checkpoints, for a few seconds at most. Throws if the target fails. */
  deliver(db: Kysely<Tables>): Promise<void>
}

/** Appends checkpoints to `file` that are later than its last line. */
export function fileTarget(file: string, verify: VerifyCheckpoint): CheckpointTarget {
  let deliveredAt: Date | undefined
  return {
    name: 'file',
    async deliver(db) {
      deliveredAt ??= (await lastIn(file, verify)) ?? new Date(0)
      const rows = await listSigned(db, deliveredAt, verify)
      const last = rows.at(-1)
      if (last === undefined) return
      await appendCheckpoints(
        file,
        rows.map(({ jws }) => jws),
      )
      deliveredAt = last.at
    },
  }
}

/** Posts checkpoints to `url`, one per request. The receiver may get a checkpoint twice. */
export function urlTarget(url: string, outbound: Outbound, verify: VerifyCheckpoint): CheckpointTarget {
  let deliveredAt: Date | undefined
  return {
    name: 'url',
    async deliver(db) {
      const startedAtMs = performance.now()
      // Read only once: the service's role could change it in the database to stop the delivery.
      deliveredAt ??= await loadDelivered(db, url)
      for (const { jws, at } of await listSigned(db, deliveredAt, verify)) {
        if (performance.now() - startedAtMs > URL_MS_MAX) return
        const headers = { 'content-type': 'application/json' }
        const response = await outbound.request({ method: 'POST', url, headers, body: encodeCheckpointLine(jws) })
        if (!response.ok) throw new Error(`${response.code}: ${response.reason}`)
        if (response.status < 200 || response.status > 299) throw new Error(`it responded with ${response.status}`)
        await saveDelivered(db, url, at)
        deliveredAt = at
      }
    },
  }
}

/** The next checkpoints, without rows that no trusted key signed: their times cannot be relied on. */
async function listSigned(db: Kysely<Tables>, after: Date, verify: VerifyCheckpoint) {
  const rows = await listCheckpointsAfter(db, after, BATCH)
  const checkpoints = await Promise.all(rows.map((row) => verifyStored(row, verify)))
  return rows.filter((_row, index) => checkpoints[index] !== undefined)
}

async function lastIn(file: string, verify: VerifyCheckpoint): Promise<Date | undefined> {
  const checkpoints = await Promise.all((await readCheckpointTail(file)).map(verify))
  return newestCheckpoint(checkpoints.filter((each) => each !== undefined))?.at
}
