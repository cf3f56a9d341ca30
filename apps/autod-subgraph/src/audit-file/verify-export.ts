import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { AuditEntry, AuditProblem } from '../audit-log/domain/audit-entry.ts'
import { openChainWalk, reportTruncatedEnd } from '../audit-log/domain/chain-walk.ts'
import { decodeExportLine, type ExportLine } from '../audit-log/domain/export-line.ts'
import { decodeCheckpointLine } from '../checkpoints/checkpoint-file.ts'
import {
  applicable,
  type Checkpoint,
  newestCheckpoint,
  type VerifyCheckpoint,
} from '../checkpoints/domain/checkpoint.ts'
import { hashEntry } from '../store/audit-log.ts'

export interface VerifyExportOptions {
  readonly file: string
  /** A checkpoint file that was kept elsewhere. */
  readonly checkpointFile: string | undefined
  readonly verify: VerifyCheckpoint
}

export interface ExportReport {
  readonly exportedAt: Date
  readonly entries: number
  /** The last entry; `0n` without one. */
  readonly end: bigint
  /** Number of checkpoints with a valid signature, in the export and the file. */
  readonly checkpoints: number
  /** Number of checkpoints that none of the given keys signed. */
  readonly invalid: number
  readonly newest: Checkpoint | undefined
  /** The checkpoints by which an operator accepted a gap. */
  readonly accepted: readonly Checkpoint[]
  /** At most 100 problems. */
  readonly problems: readonly AuditProblem[]
}

/**
 * Verifies an export with public keys only. Reads the file twice, first for the checkpoints. Throws an
 * `OperatorError` if a file cannot be read or is not a complete export.
 */
export async function verifyExport({ file, checkpointFile, verify }: VerifyExportOptions): Promise<ExportReport> {
  const { exportedAt, end, signed, invalid: invalidInside, outOfOrder } = await readFrame(file, verify)
  const kept = checkpointFile === undefined ? { signed: [], invalid: 0 } : await readKept(checkpointFile, verify)
  const walk = openChainWalk({
    from: 1n,
    hashOf: (entry) => hashEntry(entry.previousHash, entry.sequence, entry, entry.version),
    isPreviousAudited: openEventOrder(outOfOrder).take,
  })
  const applied = applicable(unique([...signed, ...kept.signed]))
  const here = new Set(signed.map(keyOf))
  const invalid = invalidInside + kept.invalid
  if (invalid > 0) walk.report('CHECKPOINT_INVALID', 1n, `${invalid} checkpoints have no valid signature of these keys`)
  for (const each of applied.filter((candidate) => !here.has(keyOf(candidate)))) {
    const message = `The checkpoint of entry ${each.sequence}, signed at ${each.at.toISOString()}, is not in the export`
    walk.report('CHECKPOINT_MISSING', each.sequence, message)
  }
  walk.expect(applied)
  walk.startAfter(Buffer.alloc(32))
  for await (const { line } of readLines(file)) {
    if (line?.kind !== 'entry') continue
    const { entry } = line
    if (entry.sequence < walk.next || entry.sequence > end.sequence) {
      const place = `Entry ${entry.sequence} was inserted outside of the chain, which ends at ${end.sequence}`
      walk.report('ENTRY_INSERTED', entry.sequence, place)
    } else walk.take(entry)
  }
  walk.skipTo(end.sequence)
  if (walk.hash !== undefined && end.sequence > 0n && Buffer.from(walk.hash).toString('hex') !== end.hash) {
    walk.report('END_DIFFERS', end.sequence, `Entry ${end.sequence} is not the last one that was appended`)
  }
  const newest = newestCheckpoint(applied)
  reportTruncatedEnd(walk, end.sequence, newest)
  return {
    exportedAt,
    entries: walk.checked,
    end: end.sequence,
    checkpoints: applied.length,
    invalid,
    newest,
    accepted: applied.filter(({ accepts }) => accepts !== undefined),
    problems: walk.problems,
  }
}

/** Reads the first and the last line, the checkpoints, and the events that are needed out of order. */
async function readFrame(file: string, verify: VerifyCheckpoint) {
  let header: Extract<ExportLine, { kind: 'audit-log' }> | undefined
  let end: Extract<ExportLine, { kind: 'end' }> | undefined
  const documents: string[] = []
  const order = openEventOrder(new Set())
  const outOfOrder = new Set<string>()
  for await (const { line, number } of readLines(file)) {
    if (line === undefined) throw new OperatorError(`${file}, line ${number}: not a line of an export of the audit log`)
    if (end !== undefined) throw new OperatorError(`${file}, line ${number}: the export has ended before`)
    if ((number === 1) !== (line.kind === 'audit-log')) {
      throw new OperatorError(`${file}, line ${number}: the first line, and only that, names the export`)
    }
    if (line.kind === 'audit-log') header = line
    else if (line.kind === 'end') end = line
    else if (line.kind === 'checkpoint') documents.push(line.jws)
    else if (!order.take(line.entry)) outOfOrder.add(eventKey(line.entry.source, line.entry.previousEventId))
  }
  if (header === undefined || end === undefined) {
    throw new OperatorError(`${file}: the export is not complete: its last line is missing. Export again`)
  }
  return { exportedAt: header.exportedAt, end, outOfOrder, ...(await verifyAll(documents, verify)) }
}

/**
 * `take` returns true if the predecessor of an entry's event was taken before: as the latest event of its
 * source, or at any time for those in `outOfOrder`. So memory grows only with events out of order, which
 * follow a restore of a source.
 */
function openEventOrder(outOfOrder: ReadonlySet<string>) {
  const last = new Map<string, string>()
  const taken = new Set<string>()
  return {
    take({ source, eventId, previousEventId }: AuditEntry): boolean {
      const isNext = previousEventId === undefined || last.get(source) === previousEventId
      const isAudited = isNext || taken.has(eventKey(source, previousEventId))
      const key = eventKey(source, eventId)
      if (outOfOrder.has(key)) taken.add(key)
      last.set(source, eventId)
      return isAudited
    },
  }
}

function eventKey(source: string, eventId: string | undefined): string {
  return `${source} ${eventId}`
}

async function readKept(file: string, verify: VerifyCheckpoint) {
  const documents: string[] = []
  for await (const { text } of readLines(file)) {
    // A crash may have truncated a line.
    const jws = decodeCheckpointLine(text)
    if (jws !== undefined) documents.push(jws)
  }
  return await verifyAll(documents, verify)
}

async function verifyAll(documents: readonly string[], verify: VerifyCheckpoint) {
  const signed: Checkpoint[] = []
  for (const jws of documents) {
    const checkpoint = await verify(jws)
    if (checkpoint !== undefined) signed.push(checkpoint)
  }
  return { signed, invalid: documents.length - signed.length }
}

async function* readLines(file: string) {
  const input = createReadStream(file)
  let number = 0
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1
      if (text !== '') yield { line: decodeExportLine(text), text, number }
    }
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause
    throw new OperatorError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  } finally {
    input.destroy()
  }
}

function unique(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  return [...new Map(checkpoints.map((each) => [keyOf(each), each])).values()]
}

function keyOf({ epoch, sequence, hash }: Checkpoint): string {
  return `${epoch} ${sequence} ${hash}`
}
