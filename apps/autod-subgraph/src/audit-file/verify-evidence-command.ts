import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { JWK } from 'jose'
import { type AuditEntry, entityLinks } from '../audit-log/domain/audit-entry.ts'
import { openCheckpointVerifier, parseCheckpointKeys } from '../checkpoints/checkpoint-keys.ts'
import type { Checkpoint } from '../checkpoints/domain/checkpoint.ts'
import { verifyEvidenceSignature } from '../checkpoints/evidence-keys.ts'
import { evidenceHash } from '../evidence/actions/make-evidence.ts'
import { decodeBundle, type Evidence, type EvidenceEntry } from '../evidence/domain/evidence.ts'
import { hashEntry } from '../store/audit-log.ts'
import { rootByPath } from '../store/merkle-tree.ts'
import type { CommandResult } from './verify-command.ts'

const USAGE = `npm run verify-evidence -- <evidence.json> --key <public keys>

  --key  the public keys of the checkpoints: a JWK or a JWK set, as at /audit-keys.json of autod

Exits with 0 when everything holds, 1 when something was changed, and 2 when it could not be verified.
`

/** Runs `npm run verify-evidence` with these arguments. */
export async function runVerifyEvidence(args: readonly string[]): Promise<CommandResult> {
  if (asksForHelp(args)) return { output: USAGE, exitCode: 0 }
  try {
    const { file, keyFile } = readArguments(args)
    const keys = parseCheckpointKeys(await readText(keyFile))
    if (keys === undefined) {
      throw new OperatorError(`${keyFile} is not a JWK or JWK set of Ed25519 keys of different kid`)
    }
    const report = await verifyEvidence(await readText(file), keys)
    if (typeof report === 'string') return { output: `${file}\nCHANGED\n  ${report}\n`, exitCode: 1 }
    return describe(file, report)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { output: `NOT VERIFIED\n  ${error.message}\n`, exitCode: 2 }
  }
}

function readArguments(args: readonly string[]) {
  try {
    const options = { key: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file] = positionals
    if (file !== undefined && positionals.length === 1 && values.key !== undefined) return { file, keyFile: values.key }
  } catch (cause) {
    throw new OperatorError(`${cause instanceof Error ? cause.message : cause}\n\n${USAGE}`, { cause })
  }
  throw new OperatorError(`One file and --key are needed.\n\n${USAGE}`)
}

async function readText(file: string): Promise<string> {
  try {
    // A lenient decoder would replace invalid UTF-8, and the replacement could match.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file))
  } catch (cause) {
    throw new OperatorError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

function describe(file: string, report: EvidenceReport): CommandResult {
  const { evidence, keyId, sha256, proven, confirmedChanges, changes, newest, problems } = report
  const { transactionId, createdAt, createdBy, entries } = evidence
  const facts = [
    `Evidence about transaction ${transactionId}, made at ${createdAt.toISOString()} for ${createdBy.name || createdBy.id}.`,
    `The signature is of key ${keyId}, over the SHA-256 ${sha256}.`,
    `${proven} of ${entries.length} entries of the audit log are in the log that a checkpoint signed.`,
    `${confirmedChanges} of ${changes} changes of the transaction have their entry in the audit log.`,
    ...(newest === undefined
      ? []
      : [`The last of these checkpoints covers entry ${newest.sequence}, signed at ${newest.at.toISOString()}.`]),
  ]
  const lines = facts.map((fact) => `  ${fact}\n`).join('')
  if (problems.length === 0) return { output: `${file}\nINTACT\n${lines}`, exitCode: 0 }
  const found = problems.map((problem) => `  ${problem}\n`).join('')
  return { output: `${file}\nCHANGED\n${found}${lines}`, exitCode: 1 }
}

interface EvidenceReport {
  readonly evidence: Evidence
  readonly keyId: string
  readonly sha256: string
  /** Number of entries that were in the log, as proven by a signed checkpoint. */
  readonly proven: number
  /** Number of the transaction's changes in the bundle whose audit entry is also in it. */
  readonly confirmedChanges: number
  readonly changes: number
  readonly newest: Checkpoint | undefined
  /** Empty if everything is correct. */
  readonly problems: readonly string[]
}

/**
 * Verifies a bundle with public keys only. Returns a string if it cannot be verified at all: it is not as it
 * was signed, or not signed by any of these keys.
 */
async function verifyEvidence(file: string, keys: readonly JWK[]): Promise<EvidenceReport | string> {
  const bundle = decodeBundle(file)
  if ('problem' in bundle) return bundle.problem
  const sha256 = evidenceHash(bundle.evidence)
  const signed = await verifyEvidenceSignature(bundle.signature, keys)
  if (signed === undefined) return 'The signature is not one of these keys, or was changed.'
  if (signed.hash !== sha256) return 'The evidence was changed after it was signed.'
  const { content } = bundle
  const verifyCheckpoint = await openCheckpointVerifier(keys)
  const checkpoints = await Promise.all(content.checkpoints.map(verifyCheckpoint))
  const problems: string[] = []
  checkpoints.forEach((checkpoint, index) => {
    if (checkpoint === undefined) problems.push(`Checkpoint ${index + 1} has no valid signature of these keys.`)
  })
  let proven = 0
  let before = 0n
  for (const each of content.entries) {
    const { entry } = each
    const place = `Entry ${entry.sequence} of the audit log`
    if (entry.sequence <= before) problems.push(`${place} is not in its order.`)
    before = entry.sequence
    if (!isAbout(entry, content.transactionId)) problems.push(`${place} is about another transaction.`)
    const hash = hashEntry(entry.previousHash, entry.sequence, entry, entry.version)
    if (!hash.equals(entry.hash)) problems.push(`${place} does not match its hash.`)
    else if (each.proof !== undefined) {
      if (isIncluded(each, checkpoints)) proven += 1
      else problems.push(`${place} is not in the log that its checkpoint signed.`)
    }
  }
  const history = changesOf(content)
  const confirmed = history.filter((change) => content.entries.some(({ entry }) => isEntryOf(entry, content, change)))
  const newest = checkpoints.findLast((each) => each !== undefined)
  return {
    evidence: content,
    keyId: signed.keyId,
    sha256,
    proven,
    confirmedChanges: confirmed.length,
    changes: history.length,
    newest,
    problems,
  }
}

function isAbout(entry: AuditEntry, transactionId: string): boolean {
  const { records } = entry.detail
  const isRead = typeof records === 'string' && records.split(' ').includes(`transfer:${transactionId}`)
  return isRead || entityLinks(entry).transactionId === transactionId
}

function isIncluded({ entry, proof }: EvidenceEntry, checkpoints: readonly (Checkpoint | undefined)[]): boolean {
  const checkpoint = proof && checkpoints[proof.checkpoint]
  if (proof === undefined || checkpoint?.tree === undefined) return false
  const { from, root } = checkpoint.tree
  const place = {
    index: Number(entry.sequence - from),
    size: Number(checkpoint.sequence - from) + 1,
    path: proof.path.map((each) => Buffer.from(each, 'hex')),
  }
  return rootByPath(entry.hash, place)?.toString('hex') === root
}

interface Change {
  readonly version: unknown
  readonly status: unknown
}

/** The versions of the transaction, as provided by trpd. */
function changesOf({ exchange }: Evidence): readonly Change[] {
  const history = Array.isArray(exchange.history) ? exchange.history : []
  return history.map((change: { version?: unknown; state?: { status?: unknown } }) => ({
    version: change.version,
    status: change.state?.status,
  }))
}

function isEntryOf({ subject, type, detail }: AuditEntry, { transactionId }: Evidence, change: Change): boolean {
  const isChange = subject.type === 'transfer' && subject.id === transactionId && type.startsWith('transfer.')
  return isChange && detail.version === change.version && detail.status === change.status
}
