import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openLogger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { openOutbound } from '@travel-rule/service/outbound'
import { type CommandOptions, readCommandOptions, USAGE } from './command-options.ts'
import { DECISION_RULES } from './decision-rules.ts'
import { DISCOVERY_RULES } from './discovery-rules.ts'
import { INQUIRY_RULES } from './inquiry-rules.ts'
import { openListener, type ReceivedRequest } from './listener.ts'
import { jsonOfReport, junitOf, markdownOf, rulesTable } from './machine-reports.ts'
import { isInquiryResponse, type SentInquiry } from './negotiate.ts'
import { openReceiverSession } from './receiver-session.ts'
import { type Attempt, conclude, type Report } from './report.ts'
import { judgeRules } from './rule.ts'
import { openSenderCounterparty } from './sender-evidence.ts'
import { SENDER_RULES } from './sender-rules.ts'
import { painterOf, terminalReport } from './terminal-report.ts'
import { decodeTravelAddress } from './travel-address.ts'
import { describeReply, openTrpClient, type TrpClient } from './trp-client.ts'
import { NEWEST_VERSION, spokenVersion } from './trp-version.ts'

const RECEIVER_RULES = [...INQUIRY_RULES, ...DECISION_RULES, ...DISCOVERY_RULES]
const EXIT_CODES = { CONFORMS: 0, DOES_NOT_CONFORM: 1, NOT_CHECKED: 2 } as const
const RESPONSE_BYTES_MAX = 1024 * 1024
/** A public name without an address, for inquiries whose decision cannot be delivered. */
const NO_CALLBACK_URL = 'https://trp-conformance.example.com'

/**
 * Judges the rules selected by `args` and prints the report to `stdout`; returns the exit code. Throws `OperatorError`
 * when nothing can be checked.
 */
export async function runCommand(args: readonly string[], stdout: NodeJS.WritableStream): Promise<number> {
  const options = readCommandOptions(args)
  const print = (text: string) => stdout.write(`${text}\n`)
  if (options.help) stdout.write(USAGE)
  else if (options.rules) print(listOfRules())
  if (options.help || options.rules) return 0
  const { tls, json, junit, markdown } = options
  for (const path of [json, junit, markdown]) requireFolder(path)
  await using outbound = openOutbound({
    privateHosts: !options.allowPrivate ? 'refuse' : tls === undefined ? 'http' : 'https',
    timeoutMs: options.timeoutMs,
    responseBytesMax: RESPONSE_BYTES_MAX,
    logger: openLogger({ name: 'trp-conformance', level: 'silent' }),
    ...(tls === undefined ? {} : { tls: () => tls }),
  })
  const clientFor = (version: string) => openTrpClient(outbound, version)
  const report = await (options.receive ? checkSender : checkReceiver)(options, clientFor, print)
  if (report.results.every(({ verdict }) => verdict.outcome === 'SKIPPED')) {
    throw new OperatorError('Nothing was checked: no message came.')
  }
  stdout.write(`${terminalReport(report, painterOf(stdout))}`)
  if (json !== undefined) await writeReport(json, jsonOfReport(report))
  if (junit !== undefined) await writeReport(junit, junitOf(report))
  if (markdown !== undefined) await writeReport(markdown, markdownOf(report))
  return EXIT_CODES[conclude(report)]
}

function listOfRules(): string {
  return `### Receivers of inquiries

${rulesTable(RECEIVER_RULES)}
### Senders of inquiries

${rulesTable(SENDER_RULES)}`
}

type ClientFor = (version: string) => TrpClient
type Print = (text: string) => void

async function checkReceiver(options: CommandOptions, clientFor: ClientFor, print: Print): Promise<Report> {
  const { travelAddress = '', asset, amount, version, host, port, waitMs, allowPrivate, strict } = options
  const decoded = decodeTravelAddress(travelAddress)
  if (!decoded.ok) throw new OperatorError(`This is not a travel address: ${decoded.problem}.`)
  const { url } = decoded
  const ourVersion = version ?? NEWEST_VERSION
  await requireReachable(clientFor(ourVersion), url)
  const { promise: callbackMessage, resolve } = Promise.withResolvers<ReceivedRequest>()
  const callbackPath = `/callback/${randomBytes(16).toString('hex')}`
  await using listener = await openListener({
    host,
    port,
    publicUrl: options.publicUrl,
    version: ourVersion,
    respond: (request) => {
      if (request.method !== 'POST' || request.path !== callbackPath) return undefined
      resolve(request)
      return { status: 204 }
    },
  })
  const reachable = options.publicUrl !== undefined || allowPrivate
  const callback = `${reachable ? listener.baseUrl : NO_CALLBACK_URL}${callbackPath}`
  const nextCallback = async () => (reachable ? within(callbackMessage, waitMs) : undefined)
  print(`TRP conformance of ${url.host} as receiver of inquiries`)
  if (!reachable) print('Without --public-url no decision can come by callback: what follows one may be skipped.')
  const session = await openReceiverSession({
    url,
    clientFor,
    asset,
    version,
    inquiry: { amount, callback },
    nextCallback,
  })
  if (reachable && session.obstacle === undefined && /"version"/.test(session.first.reply.body)) {
    print(`The inquiry is accepted. Waiting up to ${waitMs / 1_000} seconds for the decision about it.`)
  }
  print('')
  return {
    role: 'receiver',
    host: url.host,
    version: session.version,
    attempts: session.inquiries.map(attemptOf),
    strict,
    results: await judgeRules(RECEIVER_RULES, session, session),
    at: new Date(),
  }
}

function attemptOf({ version, asset, reply }: SentInquiry): Attempt {
  return { version, asset, status: reply.status, isAccepted: isInquiryResponse(reply), found: describeReply(reply) }
}

async function checkSender(options: CommandOptions, clientFor: ClientFor, print: Print): Promise<Report> {
  const { version = NEWEST_VERSION, waitMs, strict } = options
  if (options.publicUrl === undefined && !options.allowPrivate) {
    throw new OperatorError(
      '--receive needs --public-url, so that the VASP can reach this command, or --allow-private.',
    )
  }
  await using counterparty = await openSenderCounterparty({ ...options, version, clientFor })
  const { addresses, complete, evidence } = counterparty
  print(`TRP conformance of a VASP as sender of inquiries

Send one inquiry to each of these travel addresses, and confirm both with a transaction hash:
  approves at once     ${addresses.approve}
  approves by callback ${addresses.callback}

The results follow when both are confirmed, after ${waitMs / 1_000} seconds, or on Ctrl-C.
`)
  await within(Promise.race([complete, interrupted()]), waitMs)
  const theirs = evidence.inquiries.map(({ headers }) => headers['api-version']).find((sent) => spokenVersion(sent))
  const spoken = spokenVersion(theirs) ?? version
  return {
    role: 'sender',
    host: undefined,
    version: spoken,
    attempts: [],
    strict,
    results: await judgeRules(SENDER_RULES, evidence, { version: spoken }),
    at: new Date(),
  }
}

/** Throws an error with advice if the host cannot be called at all. */
async function requireReachable(client: TrpClient, url: URL): Promise<void> {
  const reply = await client.get({ url: new URL('/version', url) })
  if (reply.status !== 0) return
  const hint = reply.body.startsWith('OUTBOUND_HOST_REFUSED')
    ? 'Use --allow-private for hosts on private networks.'
    : 'Check the name, the port and the certificate.'
  throw new OperatorError(`${url.host} cannot be called: ${describeReply(reply)}. ${hint}`)
}

/** Refuses a wrong path before the run, which may take minutes. */
function requireFolder(path: string | undefined): void {
  if (path !== undefined && !existsSync(dirname(path))) {
    throw new OperatorError(`The report cannot be written: there is no folder ${dirname(path)}.`)
  }
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
