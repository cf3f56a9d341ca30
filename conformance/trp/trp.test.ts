import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { openPeer, type Peer } from '@travel-rule/counterparty/testing/open-peer'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { inquire, issue, mutate, transactions, trust } from '@travel-rule/trpd-subgraph/testing/operations'
import { openTestNode, type TestNode, until } from '@travel-rule/trpd-subgraph/testing/test-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from './run-command.ts'
import { encodeTravelAddress } from './travel-address.ts'

let node: TestNode
let peer: Peer
beforeAll(async () => {
  peer = await openPeer()
  node = await openTestNode('Alice VASP')
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await peer[Symbol.asyncDispose]()
})

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const TXID = 'f'.repeat(64)

/** A run of the command, with what it has printed so far. */
function run(...args: string[]) {
  const stdout = new PassThrough()
  const output = { text: '' }
  stdout.on('data', (chunk: Buffer) => {
    output.text += chunk.toString('utf8')
  })
  return { output, exitCode: runCommand(args, stdout) }
}

/** Sends inquiries as the command asks for; `send` gets each of its travel addresses. */
async function send(output: { readonly text: string }, sendTo: (travelAddress: string) => Promise<unknown>) {
  const addresses = await until(
    async () => [...output.text.matchAll(/\bta[1-9A-HJ-NP-Za-km-z]{30,}/g)].map(([address]) => address),
    ({ length }) => length === 2,
  )
  for (const address of addresses) await sendTo(address)
}

describe('a VASP that receives inquiries', () => {
  it('trpd conforms to TRP when it receives inquiries that an officer approves', async () => {
    const port = await freePort()
    await trust(node, `http://localhost:${port}`)
    const { output, exitCode } = run(
      await issue(node, ADDRESS),
      '--allow-private',
      '--listen',
      `${port}`,
      '--wait',
      '60',
    )
    const [{ id }] = await until(
      async () => (await transactions(node)).filter((each: { folder: string }) => each.folder === 'INBOX'),
      ({ length }) => length > 0,
    )
    const approval = await mutate(node, `assessTx(id: "${id}", decision: APPROVE)`)
    expect(approval.errors).toBeUndefined()
    expect([await exitCode, output.text]).toEqual([
      0,
      expect.stringContaining('0 failed (0 MUST, 0 SHOULD), 0 skipped'),
    ])
  })

  it.each(['approve', 'callback'] as const)('the demo counterparty conforms to TRP as "%s"', async (persona) => {
    const { output, exitCode } = run(peer.addresses[persona], '--allow-private', '--wait', '110')
    expect([await exitCode, output.text]).toEqual([0, expect.stringContaining('(0 MUST, 0 SHOULD)')])
  })

  it('each rule that a VASP breaks is reported with what was expected and found', async () => {
    const server = createServer((_request, response) => response.end('<h1>It works</h1> & "more"')).listen(
      0,
      '127.0.0.1',
    )
    await new Promise((resolve) => server.once('listening', resolve))
    const address = encodeTravelAddress(new URL(`http://localhost:${(server.address() as AddressInfo).port}/x?t=i`))
    const [junit, markdown] = ['xml', 'md'].map((ending) => join(tmpdir(), `trp-${process.pid}.${ending}`))
    const { output, exitCode } = run(
      address,
      '--allow-private',
      '--wait',
      '1',
      '--junit',
      `${junit}`,
      '--markdown',
      `${markdown}`,
    )
    expect(await exitCode).toBe(1)
    server.closeAllConnections()
    server.close()
    expect(output.text).toMatch(/✗ version-missing +MUST +An inquiry without api-version is refused with 400\./)
    expect(output.text).toMatch(/expected +400\n +found +200: <h1>It works/)
    expect(output.text).toContain('Does not conform')
    expect(output.text).not.toContain('\u001b')
    expect(await readFile(`${junit}`, 'utf8')).toMatch(
      /name="version-missing \(MUST\): [^"]+" time="[\d.]+"><failure message="expected 400, found 200: &lt;h1&gt;It works/,
    )
    expect(await readFile(`${markdown}`, 'utf8')).toContain('| `version-missing` | headers | MUST | failed |')
  })
})

describe('a VASP that sends inquiries', () => {
  it('trpd conforms to TRP when it sends inquiries and confirms them', async () => {
    const port = await freePort()
    await trust(node, `http://localhost:${port}`)
    const { output, exitCode } = run('--receive', '--allow-private', '--listen', `${port}`, '--wait', '110')
    await send(output, async (travelAddress) => {
      const { data } = await inquire(node, travelAddress)
      const { id } = data.trpd.inquire
      await until(
        async () => (await transactions(node)).find((each: { id: string }) => each.id === id).status,
        (status) => status === 'APPROVED',
      )
      await mutate(node, `confirmTx(id: "${id}", txHash: "${TXID}")`)
    })
    expect([await exitCode, output.text]).toEqual([
      0,
      expect.stringContaining('0 failed (0 MUST, 0 SHOULD), 0 skipped'),
    ])
  })

  it('the demo counterparty conforms to TRP when it sends inquiries', async () => {
    const { output, exitCode } = run('--receive', '--allow-private', '--wait', '110')
    await send(output, (travelAddress) =>
      peer.control('/control/inquire', { travelAddress, amount: '0.25', asset: 'BTC', confirmAfterMs: 0 }),
    )
    expect([await exitCode, output.text]).toEqual([0, expect.stringContaining('(0 MUST, 0 SHOULD)')])
  })

  it('what a VASP did not do is skipped, and a run without any message is an error', async () => {
    const { output, exitCode } = run('--receive', '--allow-private', '--wait', '1')
    await expect(exitCode).rejects.toThrow('Nothing was checked: no message came.')
    expect(output.text).not.toContain('✓')
    expect(output.text).toContain('skipped: no inquiry came')
  })
})

describe('the command', () => {
  const here = encodeTravelAddress(new URL('http://localhost:9/x?t=i'))

  it('the command explains itself', async () => {
    const { output, exitCode } = run('--help')
    expect(await exitCode).toBe(0)
    expect(output.text).toContain('npm run trp:conformance -- <travel address>')
    expect(output.text.split('\n').every(({ length }) => length <= 110)).toBe(true)
  })

  it.each([
    ['a string that is not a travel address', ['hello'], 'This is not a travel address: it does not start with "ta".'],
    ['a travel address with a typing error', [`${here}x`], 'was a character lost or changed?'],
    ['a travel address without t=i', [encodeTravelAddress(new URL('https://v.example/x'))], 'no query with t=i'],
    ['a private host', [here], 'Use --allow-private for hosts on private networks.'],
    ['a host that does not respond', [here, '--allow-private'], 'localhost:9 cannot be called: no response'],
    ['an unknown option', [here, '--fast'], 'See --help.'],
    ['--receive without a public URL', ['--receive'], '--receive needs --public-url'],
    ['a version that is not one', [here, '--version', 'new'], '--version: "new" is not a version such as 3.2.1.'],
  ])('%s is refused in plain words', async (_what, args, message) => {
    await expect(run(...args).exitCode).rejects.toThrow(message)
  })
})
