import { openPeer, type Peer } from '@travel-rule/counterparty/testing/open-peer'
import { inquire, trust } from '@travel-rule/trpd-subgraph/testing/operations'
import {
  HOUR_DEADLINES,
  openTestNode,
  QUICK_DELIVERY,
  type TestNode,
  until,
} from '@travel-rule/trpd-subgraph/testing/test-node'
import { afterAll, beforeAll, expect, it } from 'vitest'

let node: TestNode
let peer: Peer
beforeAll(async () => {
  peer = await openPeer()
  node = await openTestNode('Alice VASP', { delivery: { ...QUICK_DELIVERY, tries: 3 } })
  await trust(node, peer.base.replace('127.0.0.1', 'localhost'))
  await trust(node, peer.base)
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await peer[Symbol.asyncDispose]()
})

type Outcome = Record<'status' | 'protocolVersion', string> & {
  readonly reason: string | null
  readonly delivery: { readonly state: string; readonly attempts: number }
}

/** The transaction of an inquiry to a travel address, once it has `status`. */
async function outcomeOf(sender: TestNode, travelAddress: string, status: string): Promise<Outcome> {
  const { data } = await inquire(sender, travelAddress)
  const variables = { id: data.trpd.inquire.id }
  const query = `query($id: ID!) { trpd { transaction(id: $id) {
    status reason protocolVersion delivery { state attempts } } } }`
  return until(
    async () => (await sender.query(query, variables)).data.trpd.transaction,
    (transaction: Outcome) => transaction.status === status,
  )
}

it.each([
  ['approve', 'APPROVED'],
  ['callback', 'APPROVED'],
] as const)('an inquiry to the persona "%s" is %s', async (persona, status) => {
  expect(await outcomeOf(node, peer.addresses[persona], status)).toMatchObject({ protocolVersion: '3.2.1' })
})

it.each([
  ['reject', 'the beneficiary is not a customer of this VASP'],
  ['mismatch', 'the name of the beneficiary does not match the account'],
] as const)('an inquiry to the persona "%s" is declined with its reason', async (persona, reason) => {
  expect(await outcomeOf(node, peer.addresses[persona], 'DECLINED')).toMatchObject({ reason })
})

it('an inquiry to the persona "unreachable" fails after every attempt', async () => {
  const outcome = await outcomeOf(node, peer.addresses.unreachable, 'FAILED')
  expect(outcome.delivery).toMatchObject({ state: 'FAILED', attempts: 3 })
})

it('an inquiry to the persona "no-dti" is approved with SLIP-0044', async () => {
  await outcomeOf(node, peer.addresses['no-dti'], 'APPROVED')
  const assets = (await peer.log())
    .filter(({ path, kind }) => kind === 'inquiry' && path.includes('no-dti'))
    .map(({ body, status }) => [status, JSON.parse(body).asset])
  expect(assets).toEqual([
    [422, { dti: '4H95J0R2X' }],
    [200, { slip0044: 'BTC' }],
  ])
})

it('an inquiry to the persona "old-version" is approved in version 3.1', async () => {
  expect(await outcomeOf(node, peer.addresses['old-version'], 'APPROVED')).toMatchObject({ protocolVersion: '3.1.0' })
})

it('an inquiry to the persona "expired" expires at the time limit of its sender', async () => {
  await using hasty = await openTestNode('Hasty VASP', { deadlines: { ...HOUR_DEADLINES, inquiry: 1 } })
  await trust(hasty, peer.base.replace('127.0.0.1', 'localhost'))
  expect(await outcomeOf(hasty, peer.addresses.expired, 'EXPIRED')).toMatchObject({ status: 'EXPIRED' })
})
