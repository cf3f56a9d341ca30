import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCustomerWallet } from '../testing/customer-wallet.ts'
import { openTestNode } from '../testing/open-test-node.ts'
import { requestProof, type SelectedProof, SUBMIT } from '../testing/proof-operations.ts'

const wallet = openCustomerWallet()

describe('the subscription aopdProofs', () => {
  let node: Awaited<ReturnType<typeof openTestNode>>
  beforeAll(async () => {
    node = await openTestNode()
  })
  afterAll(() => node[Symbol.asyncDispose]())

  it('the subscription aopdProofs delivers every change in commit order, each with the proof right after the change', async () => {
    const { address, ...input } = {
      asset: 'BTC',
      address: openCustomerWallet().addresses.p2pkh,
      customerReference: 'Erika',
    }
    await using live = await node.subscribe<{ aopdProofs: SelectedProof }>(
      `subscription ($filter: ProofFilter) { aopdProofs(filter: $filter) {
        id challenge status customerReference verdict { outcome } ... on SignatureProof { attempts } } }`,
      { filter: { address } },
    )
    const next = async () => (await live.results.next()).value?.data?.aopdProofs
    const proof = await requestUntil(next(), { ...input, address })
    await requestProof(node, { asset: 'BTC', address: wallet.addresses.p2pkh })
    const wrong = ([27, 31] as const).map((header) => wallet.signBitcoinMessage(proof.challenge, header))
    await Promise.all(wrong.map((signature) => node.query(SUBMIT, { id: proof.id, address, signature })))
    await node.query('mutation ($id: ID!) { aopd { cancelProof(id: $id) { id } } }', { id: proof.id })
    const seen = [proof]
    while (seen.length < 4) {
      const event = await next()
      if (event?.id === proof.id) seen.push(event)
    }
    const same = { id: proof.id, challenge: proof.challenge, customerReference: 'Erika' }
    expect(seen).toEqual([
      { ...same, status: 'REQUESTED', attempts: 0, verdict: null },
      { ...same, status: 'REQUESTED', attempts: 1, verdict: { outcome: 'INVALID' } },
      { ...same, status: 'REQUESTED', attempts: 2, verdict: { outcome: 'INVALID' } },
      { ...same, status: 'CANCELED', attempts: 2, verdict: { outcome: 'INVALID' } },
    ])
  })

  it('the subscription aopdProofs is refused without aopd:read, and without an assertion', async () => {
    await using live = await node.subscribe('subscription { aopdProofs { id } }', {}, ['trpd:read'])
    await expect(live.results.next()).rejects.toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    const socket = await node.socket()
    const messages: { type: string; payload?: readonly object[] }[] = []
    const done = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(String(data))
        messages.push(message)
        if (message.type === 'connection_ack')
          socket.send(
            JSON.stringify({ id: '1', type: 'subscribe', payload: { query: 'subscription { aopdProofs { id } }' } }),
          )
        else resolve()
      })
    })
    socket.send(JSON.stringify({ type: 'connection_init' }))
    await done
    socket.close()
    expect(messages.at(-1)).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  /**
   * The first event. The start of the subscription is not observable, so proofs are requested until an event
   * arrives.
   */
  async function requestUntil(first: Promise<SelectedProof | undefined>, input: object): Promise<SelectedProof> {
    let event: SelectedProof | undefined
    const arrived = first.then((value) => {
      event = value
    })
    while (event === undefined) await Promise.race([arrived, requestProof(node, input)])
    return event
  }
})
