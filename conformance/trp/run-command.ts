import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { openLogger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { openOutbound } from '@travel-rule/service/outbound'
import { type CheckResult, conforms, runChecks } from './check.ts'
import { type CommandOptions, readCommandOptions, USAGE } from './command-options.ts'
import { openListener, type ReceivedRequest } from './listener.ts'
import { RECEIVER_CHECKS } from './receiver-checks.ts'
import { openReceiverSession } from './receiver-session.ts'
import { junitOf, markdownOf, painterOf, type Report, summary, terminalLines } from './report.ts'
import { SENDER_CHECKS } from './sender-checks.ts'
import { openSenderCounterparty } from './sender-evidence.ts'
import { decodeTravelAddress } from './travel-address.ts'
import { describeReply, openTrpClient, type TrpClient } from './trp-client.ts'

const RESPONSE_BYTES_MAX = 1024 * 1024
/** A public name without an address, for inquiries whose decision cannot come back. */
const NO_CALLBACK_URL = 'https://trp-conformance.example.com'

/**
 * Runs the checks that `args` ask for and prints the results to `stdout`; returns the exit code.
 * Throws `OperatorError` when nothing can be checked.
 */
export async function runCommand(args: readonly string[], stdout: NodeJS.WritableStream): Promise<number> {
  const options = readCommandOptions(args)
  if (options.help) {
    stdout.write(USAGE)
    return 0
  }
  await using outbound = openOutbound({
    privateHosts: options.allowPrivate ? 'http' : 'refuse',
    timeoutMs: options.timeoutMs,
    responseBytesMax: RESPONSE_BYTES_MAX,
    logger: openLogger({ name: 'trp-conformance', level: 'silent' }),
    ...options.tls,
  })
  const client = openTrpClient(outbound, options.version)
  const paint = painterOf(stdout)
  const print = (line: string) => stdout.write(`${line}\n`)
  const onResult = (result: CheckResult) => print(terminalLines(result, paint))
  const check = options.receive ? checkSender : checkReceiver
  const report = await check(options, client, { print, onResult })
  if (report.results.every(({ verdict }) => verdict.outcome === 'SKIPPED')) {
    throw new OperatorError('Nothing was checked: no message came.')
  }
  print(`\n${summary(report, paint)}`)
  if (options.junit !== undefined) await writeReport(options.junit, junitOf(report))
  if (options.markdown !== undefined) await writeReport(options.markdown, markdownOf(report))
  return conforms(report.results) ? 0 : 1
}

interface Output {
  readonly print: (line: string) => void
  readonly onResult: (result: CheckResult) => void
}

async function checkReceiver(options: CommandOptions, client: TrpClient, output: Output): Promise<Report> {
  const { travelAddress = '', asset, amount, version, host, port, waitMs, allowPrivate } = options
  const decoded = decodeTravelAddress(travelAddress)
  if (!decoded.ok) throw new OperatorError(`This is not a travel address: ${decoded.problem}.`)
  const { url } = decoded
  await requireReachable(client, url)
  const { promise: callbackMessage, resolve } = Promise.withResolvers<ReceivedRequest>()
  await using listener = await openListener({
    host,
    port,
    publicUrl: options.publicUrl,
    respond: (request) => {
      const identifier = request.headers['request-identifier']
      if (request.method === 'POST' && request.path.startsWith('/callback/')) resolve(request)
      return { status: 204, headers: { 'api-version': version, 'request-identifier': String(identifier ?? '') } }
    },
  })
  const reachable = options.publicUrl !== undefined || allowPrivate
  const callback = `${reachable ? listener.baseUrl : NO_CALLBACK_URL}/callback/${randomBytes(16).toString('hex')}`
  const nextCallback = async () => (reachable ? within(callbackMessage, waitMs) : undefined)
  output.print(`TRP ${version} conformance of ${url.host} as receiver of inquiries`)
  if (!reachable)
    output.print('Without --public-url no decision can come by callback: what follows one may be skipped.')
  output.print('')
  const session = openReceiverSession({ url, client, inquiry: { asset, amount, callback }, nextCallback })
  const results = await runChecks(RECEIVER_CHECKS, session, output.onResult)
  return { subject: `receiver ${url.host}`, version, at: new Date(), results }
}

async function checkSender(options: CommandOptions, client: TrpClient, output: Output): Promise<Report> {
  const { version, waitMs } = options
  if (options.publicUrl === undefined && !options.allowPrivate) {
    throw new OperatorError(
      '--receive needs --public-url, so that the VASP can reach this command, or --allow-private.',
    )
  }
  await using counterparty = await openSenderCounterparty({ ...options, client })
  const { addresses, complete, evidence } = counterparty
  output.print(`TRP ${version} conformance of a VASP as sender of inquiries

Send one inquiry to each of these travel addresses, and confirm both with a transaction hash:
  approves at once     ${addresses.approve}
  approves by callback ${addresses.callback}

The results follow when both are confirmed, after ${waitMs / 1_000} seconds, or on Ctrl-C.
`)
  await within(Promise.race([complete, interrupted()]), waitMs)
  const results = await runChecks(SENDER_CHECKS, evidence, output.onResult)
  return { subject: 'sender', version, at: new Date(), results }
}

/** Throws when the host cannot be called at all, in words that say what to do. */
async function requireReachable(client: TrpClient, url: URL): Promise<void> {
  const reply = await client.get({ url: new URL('/version', url) })
  if (reply.status !== 0) return
  const hint = reply.body.startsWith('OUTBOUND_HOST_REFUSED')
    ? 'Use --allow-private for hosts on private networks.'
    : 'Check the name, the port and the certificate.'
  throw new OperatorError(`${url.host} cannot be called: ${describeReply(reply)}. ${hint}`)
}

async function writeReport(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content)
  } catch (error) {
    throw new OperatorError(`The report cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The value of `promise`; undefined after `ms`. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  const stopping = new AbortController()
  const timeout = wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  try {
    return await Promise.race([promise, timeout])
  } finally {
    stopping.abort()
  }
}

/** Resolves on the first Ctrl-C; a second one ends the process. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => void process.once('SIGINT', () => resolve()))
}
