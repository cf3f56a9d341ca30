import { z } from 'zod'

/** A signed statement about the audit log: at that time, it ended with that entry. */
export interface Checkpoint {
  /** Random id of this history of the log. A new epoch starts when an operator accepts a gap. */
  readonly epoch: string
  /** The last entry. */
  readonly sequence: bigint
  /** Hash of that entry, 64 hexadecimal digits. */
  readonly hash: string
  /** Number of entries in the log up to that one; equals `sequence` unless entries are missing. */
  readonly count: bigint
  readonly at: Date
  /** The key that signed it. */
  readonly keyId: string
  /** Only in the first checkpoint of an epoch: the end of the part of the log that was kept, and the reason. */
  readonly accepts?: AcceptedGap | undefined
  /** Proves single entries; absent in checkpoints that accept a gap, and in those of 0.1.0. */
  readonly tree?: CheckpointTree | undefined
}

/** The Merkle tree over the hashes of the entries after the previous checkpoint, up to this one. */
export interface CheckpointTree {
  /** The first of these entries. */
  readonly from: bigint
  /** 64 hexadecimal digits. */
  readonly root: string
}

export interface AcceptedGap {
  readonly epoch: string
  /** Checkpoints of that epoch after this entry no longer apply. */
  readonly keptTo: bigint
  readonly reason: string
}

/** A checkpoint before it is signed. */
export type CheckpointClaims = Omit<Checkpoint, 'keyId'>

/** Returns the checkpoint in a compact JWS; `undefined` if no trusted key signed it. */
export type VerifyCheckpoint = (jws: string) => Promise<Checkpoint | undefined>

const sequence = z
  .string()
  .regex(/^(0|[1-9]\d{0,18})$/)
  .transform(BigInt)
const claimsSchema = z.object({
  accepts: z.object({ epoch: z.uuid(), keptTo: sequence, reason: z.string() }).optional(),
  at: z.iso.datetime().transform((at) => new Date(at)),
  count: sequence,
  epoch: z.uuid(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  sequence,
  tree: z.object({ from: sequence, root: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
})

/** The payload of the JWS: JSON, with integers as strings. */
export function encodeCheckpoint({ epoch, sequence, hash, count, at, accepts, tree }: CheckpointClaims): string {
  return JSON.stringify({
    ...(accepts === undefined ? {} : { accepts: { ...accepts, keptTo: String(accepts.keptTo) } }),
    at: at.toISOString(),
    count: String(count),
    epoch,
    hash,
    sequence: String(sequence),
    ...(tree === undefined ? {} : { tree: { from: String(tree.from), root: tree.root } }),
  })
}

/** The claims in a payload; `undefined` if the payload is not that of a checkpoint. */
export function decodeCheckpoint(payload: string): CheckpointClaims | undefined {
  try {
    return claimsSchema.parse(JSON.parse(payload))
  } catch {
    return undefined
  }
}

/**
 * The checkpoints that still apply, without those after a gap that was accepted later: in the epoch that it
 * ended and in earlier ones, because a second restore may go back further than the first.
 */
export function applicable<Each extends Checkpoint>(checkpoints: readonly Each[]): readonly Each[] {
  const gaps = checkpoints.flatMap(({ at, accepts }) => (accepts ? [{ acceptedAt: at, ...accepts }] : []))
  return checkpoints.filter(({ epoch, sequence, at }) =>
    gaps.every((gap) => sequence <= gap.keptTo || (epoch !== gap.epoch && at >= gap.acceptedAt)),
  )
}

/** The latest checkpoint; `undefined` if there are none. */
export function newestCheckpoint(checkpoints: readonly Checkpoint[]): Checkpoint | undefined {
  return checkpoints.reduce<Checkpoint | undefined>(
    (newest, each) => (newest === undefined || each.at > newest.at ? each : newest),
    undefined,
  )
}
