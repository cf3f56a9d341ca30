import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import { openCheckpointVerifier, parseCheckpointKeys } from '../checkpoints/checkpoint-keys.ts'
import { type ExportReport, verifyExport } from './verify-export.ts'

const USAGE = `npm run verify-audit -- <export.jsonl> --key <public keys> [--checkpoints <file>]

  --key          the public keys of the checkpoints: a JWK or a JWK set
  --checkpoints  checkpoints that were kept outside of the database; without them, a removed end
                 whose checkpoints were removed too is not found

Exits with 0 when the log is intact, 1 when it was changed, and 2 when it could not be verified.
`

export interface CommandResult {
  readonly output: string
  readonly exitCode: 0 | 1 | 2
}

/** Runs `npm run verify-audit` with these arguments. */
export async function runVerifyCommand(args: readonly string[]): Promise<CommandResult> {
  if (asksForHelp(args)) return { output: USAGE, exitCode: 0 }
  try {
    const { file, keyFile, checkpointFile } = readArguments(args)
    const verify = await openCheckpointVerifier(await readKeys(keyFile))
    const report = await verifyExport({ file, checkpointFile, verify })
    return describe(report, { file, keyFile })
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { output: `NOT VERIFIED\n  ${error.message}\n`, exitCode: 2 }
  }
}

function readArguments(args: readonly string[]) {
  try {
    const options = { key: { type: 'string' }, checkpoints: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file] = positionals
    if (file !== undefined && positionals.length === 1 && values.key !== undefined) {
      return { file, keyFile: values.key, checkpointFile: values.checkpoints }
    }
  } catch (cause) {
    throw new OperatorError(`${cause instanceof Error ? cause.message : cause}\n\n${USAGE}`, { cause })
  }
  throw new OperatorError(`One export and --key are needed.\n\n${USAGE}`)
}

async function readKeys(file: string) {
  const document = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new OperatorError(`${file} cannot be read: ${cause.message}`, { cause })
  })
  const keys = parseCheckpointKeys(document)
  if (keys === undefined) throw new OperatorError(`${file} is not a JWK or JWK set of Ed25519 keys of different kid`)
  return keys
}

function describe(report: ExportReport, { file, keyFile }: { file: string; keyFile: string }): CommandResult {
  const { exportedAt, entries, checkpoints, invalid, newest, problems } = report
  const head = `${file}: ${count(entries, 'entry', 'entries')}, exported at ${exportedAt.toISOString()}\n`
  if (newest === undefined && invalid > 0) {
    const reason = `No checkpoint in it was signed by a key in ${keyFile}. Is it the right one?`
    return { output: `${head}NOT VERIFIED\n  ${reason}\n`, exitCode: 2 }
  }
  const facts = [
    ...(newest === undefined ? [] : [signedFact(report, newest)]),
    ...report.accepted.map(
      ({ at, accepts, sequence }) =>
        `A gap was accepted at ${at.toISOString()}: the log was kept to entry ${accepts?.keptTo}, and went on to entry ` +
        `${sequence} (${accepts?.reason}).`,
    ),
  ]
  const lines = facts.map((fact) => `  ${fact}\n`).join('')
  if (problems.length > 0) {
    const found = problems.map(({ kind, message }) => `  ${kind.padEnd(18)}  ${message}\n`).join('')
    return { output: `${head}DAMAGED\n${found}${lines}`, exitCode: 1 }
  }
  if (newest === undefined) {
    const reason = 'Nothing is signed: the hashes match, but anyone who can write to the database can compute them.'
    return { output: `${head}NOT VERIFIED\n  ${reason}\n`, exitCode: 2 }
  }
  const intact = `  Every entry matches its hash and holds that of the one before it. Checkpoints that match: ${checkpoints}.\n`
  return { output: `${head}INTACT\n${intact}${lines}`, exitCode: 0 }
}

function signedFact({ end }: ExportReport, { sequence, at, keyId }: NonNullable<ExportReport['newest']>): string {
  const signed = `The last checkpoint covers entry ${sequence} and all before it, signed at ${at.toISOString()} with key ${keyId}.`
  if (end <= sequence) return signed
  const later = end === sequence + 1n ? `Entry ${end} is newer` : `Entries ${sequence + 1n} to ${end} are newer`
  return `${signed}\n  ${later} and not covered yet.`
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
