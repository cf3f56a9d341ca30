import type { Outbound } from '@travel-rule/service/outbound'
import type { Kysely } from 'kysely'
import { newestCheckpoint, type VerifyCheckpoint } from '../domain/checkpoint.ts'
import { listCheckpointsAfter, loadDelivered, saveDelivered } from '../store/checkpoints.ts'
import type { Tables } from '../store/tables.ts'
import { appendCheckpoints, encodeCheckpointLine, readCheckpointTail } from './checkpoint-file.ts'

/** Most checkpoints that are delivered at a time. */
const BATCH = 200

/** A place outside of the database that keeps checkpoints. */
export interface CheckpointTarget {
  readonly name: 'file' | 'url'
  /** Delivers the next checkpoints; false when none are left. Throws when the place fails. */
  deliver(db: Kysely<Tables>): Promise<boolean>
}

/** Appends to `file` what its last line does not include yet. */
export function fileTarget(file: string, verify: VerifyCheckpoint): CheckpointTarget {
  let deliveredAt: Date | undefined
  return {
    name: 'file',
    async deliver(db) {
      deliveredAt ??= (await lastIn(file, verify)) ?? new Date(0)
      const rows = await listCheckpointsAfter(db, deliveredAt, BATCH)
      const last = rows.at(-1)
      if (last === undefined) return false
      await appendCheckpoints(
        file,
        rows.map(({ jws }) => jws),
      )
      deliveredAt = last.at
      return rows.length === BATCH
    },
  }
}

/** Posts to `url` one checkpoint per request; a receiver may get one twice. */
export function urlTarget(url: string, outbound: Outbound): CheckpointTarget {
  return {
    name: 'url',
    async deliver(db) {
      const rows = await listCheckpointsAfter(db, await loadDelivered(db, url), BATCH)
      for (const { jws, at } of rows) {
        const headers = { 'content-type': 'application/json' }
        const response = await outbound.request({ method: 'POST', url, headers, body: encodeCheckpointLine(jws) })
        if (!response.ok) throw new Error(`${response.code}: ${response.reason}`)
        if (response.status < 200 || response.status > 299) throw new Error(`it responded with ${response.status}`)
        await saveDelivered(db, url, at)
      }
      return rows.length === BATCH
    },
  }
}

async function lastIn(file: string, verify: VerifyCheckpoint): Promise<Date | undefined> {
  const checkpoints = await Promise.all((await readCheckpointTail(file)).map(verify))
  return newestCheckpoint(checkpoints.filter((each) => each !== undefined))?.at
}
