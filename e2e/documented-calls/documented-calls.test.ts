import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type GraphQLFormattedError, getOperationAST, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { ROOT } from '../harness/running-node.ts'
import { portOf, sharedNode } from '../harness/shared-node.ts'
import { INQUIRE, inquireInput, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'
import { type DocumentedCall, documentedCalls } from './documented-calls.ts'

interface Exception {
  /** A part of the call's text. */
  readonly call: string
  readonly reason: string
}

/** Calls that cannot be run against a node. */
const NOT_RUN: readonly Exception[] = [
  { call: 'thing {', reason: 'of the schema of a benchmark' },
  { call: 'rate(asset: "BTC")', reason: 'of the subgraph in the example, which the node does not join' },
  { call: 'item {', reason: 'of the schema of the example in packages/federation' },
  ...['isOnLedger: true)', 'filter: {txHash: $txHash}', '{FIELDS}', 'status\n      address\n      txHash'].map(
    (call) => ({
      call,
      reason: 'of the examples around `release`, which the stories of transfers and of release run',
    }),
  ),
  { call: '--no-buffer', reason: 'follows events until it is stopped; subscription-clients runs it' },
]

/** Calls of which a part is replaced before they run. */
const REPLACED: readonly (Exception & { readonly by: string })[] = [
  {
    call: 'expectedVersion: 0',
    by: 'expectedVersion: 1000000',
    reason: 'the rules would decide transfers of other stories',
  },
]

/** Calls that the node refuses, because of their placeholders or the node's state. */
const REFUSED: readonly (Exception & { readonly code: string })[] = [
  { call: 'discoverVasp(', code: 'VASP_UNREACHABLE', reason: 'no other node runs at its address' },
  { call: 'replaceRules(', code: 'RULES_VERSION_CONFLICT', reason: 'the version is replaced' },
  { call: 'trustVasp(id: "…"', code: 'VASP_NOT_FOUND', reason: 'the id is a placeholder' },
]

const VARIABLES: readonly (Exception & { readonly variables: object })[] = [
  { call: '$input: InquireInput!', variables: { input: inquireInput(UNKNOWN_VASP_ADDRESS) }, reason: 'of the inquiry' },
]

const node = await sharedNode()
const callers = await Promise.all([openApi(node), openApi(node, 'administrator'), openApi(node, 'compliance-officer')])
const calls = documentedCalls()
const isListed = ({ call }: Exception, documented: DocumentedCall) => documented.text.includes(call)
const ran = calls.filter((documented) => !NOT_RUN.some((exception) => isListed(exception, documented)))
const ofKind = (kind: DocumentedCall['kind']) =>
  ran
    .filter((call) => call.kind === kind)
    .map((call) => [call.page, call.text.replaceAll(/\s+/g, ' ').slice(0, 100), call] as const)

describe('a node with default settings', () => {
  it.each(ofKind('graphql'))('runs the operation of %s: %s', async (_page, _start, call) => {
    const query = REPLACED.filter((each) => isListed(each, call)).reduce(
      (all, each) => all.replace(each.call, each.by),
      call.text,
    )
    const variables = VARIABLES.find((each) => isListed(each, call))?.variables ?? {}
    const refused = REFUSED.filter((each) => isListed(each, call)).map(({ code }) => code)
    const errors = await errorsOf(query, variables)
    expect(
      errors.map(({ extensions }) => extensions?.code),
      JSON.stringify(errors),
    ).toEqual(refused)
  })

  it.each(ofKind('shell'))('runs the commands of %s: %s', async (_page, _start, { text: script }) => {
    const responses = (await shell(script)).trim().split(/\n(?=[{[])|(?<=[}\]])(?=[{[])/)
    expect(responses).not.toEqual([''])
    for (const response of responses) {
      const { error, errors = [] } = JSON.parse(response) as { error?: unknown; errors?: unknown[] }
      expect([error, errors], response).toEqual([undefined, []])
    }
  })
})

it('the live example of the README shows updates, even on a Node version without WebSocket', async () => {
  const [, example = ''] = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(`${ROOT}/README.md`, 'utf8')) ?? []
  await using folder = await mkdtempDisposable(join(tmpdir(), 'live-example-'))
  await symlink(`${ROOT}/node_modules`, join(folder.path, 'node_modules'))
  await writeFile(join(folder.path, 'live.mjs'), example.replaceAll('localhost:4000', new URL(node.baseUrl).host))
  const [{ token, request }] = callers
  const child = spawn(process.execPath, ['--no-experimental-websocket', 'live.mjs'], {
    cwd: folder.path,
    env: { ...process.env, TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
    })
  }
  try {
    const inquire = () => request(INQUIRE, { input: inquireInput(UNKNOWN_VASP_ADDRESS) })
    // Inquiries sent before the subscription begins are not shown.
    await eventually(inquire, () => printed !== '' || child.exitCode !== null)
    expect(printed).toMatch(/^\{\s+id: '/)
  } finally {
    child.kill()
    await ended
  }
})

it('the documentation shows operations and commands', () => {
  expect(ofKind('graphql').length).toBeGreaterThan(10)
  expect(ofKind('shell').length).toBeGreaterThan(2)
})

it('every exception is about a call in the documentation', () => {
  const exceptions: readonly Exception[] = [...NOT_RUN, ...REPLACED, ...REFUSED, ...VARIABLES]
  expect(exceptions.filter((exception) => !calls.some((call) => isListed(exception, call)))).toEqual([])
})

/** The errors of the first caller who may execute the operation. */
async function errorsOf(query: string, variables: object): Promise<readonly GraphQLFormattedError[]> {
  const isSubscription = getOperationAST(parse(query))?.operation === 'subscription'
  let errors: readonly GraphQLFormattedError[] = []
  for (const caller of callers) {
    errors = isSubscription
      ? await errorsOfSubscription(caller, query)
      : (await caller.execute(query, variables)).errors
    if (!errors.some(({ extensions }) => extensions?.code === 'FORBIDDEN')) break
  }
  return errors
}

/** The errors of the first message of a subscription; without events, that is an announcement. */
async function errorsOfSubscription({ token }: Api, query: string): Promise<readonly GraphQLFormattedError[]> {
  const ended = new AbortController()
  const { body } = await fetch(`${node.baseUrl}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, extensions: { announce: true } }),
    signal: ended.signal,
  })
  let received = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += chunk
    const [, message] = /^data: (.*)\n/m.exec(received) ?? []
    if (message === undefined) continue
    ended.abort()
    return (JSON.parse(message) as { errors?: GraphQLFormattedError[] }).errors ?? []
  }
  throw new Error(`the subscription ended: ${received}`)
}

/** Runs the commands with the node's addresses and credentials; returns their output. */
async function shell(script: string): Promise<string> {
  const local = script
    .replaceAll('http://localhost:4000', node.baseUrl)
    .replaceAll('http://localhost:4201', `http://localhost:${portOf(node, 'counterparty', 'COUNTERPARTY_PORT')}`)
    .replaceAll('client_id=travel-rule-client', `client_id=${node.clientId}`)
    .replaceAll('.data/node.json', `'${node.dataDir}/node.json'`)
  const child = spawn('sh', ['-euc', local], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, problems, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect([code, problems]).toEqual([0, ''])
  return output
}
