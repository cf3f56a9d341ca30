import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import { parseCheckpointKeys } from '../checkpoints/checkpoint-keys.ts'
import type { CommandResult } from './verify-command.ts'
import { type EvidenceReport, verifyEvidence } from './verify-evidence.ts'

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
