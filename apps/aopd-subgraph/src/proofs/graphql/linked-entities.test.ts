import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCustomerWallet } from '../../testing/customer-wallet.ts'
import { openTestNode } from '../../testing/open-test-node.ts'
import { REQUEST, requestProof } from '../../testing/proof-operations.ts'

const wallet = openCustomerWallet()

describe('aopd in the supergraph', () => {
  let node: Awaited<ReturnType<typeof openTestNode>>
  beforeAll(async () => {
    node = await openTestNode()
  })
  afterAll(() => node[Symbol.asyncDispose]())

  const ENTITIES = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
    ... on Transaction { id ownershipProofs { id } } ... on AddressBookEntry { ownershipProofs { id } } ... on SignatureProof { status } } }`

  it('aopd resolves transactions, address book entries and proofs by reference', async () => {
    const proof = await requestProof(node, { asset: 'BTC', transactionId: 'tx-9', addressBookEntryId: 'entry-9' })
    const representations = [
      { __typename: 'Transaction', id: 'tx-9' },
      { __typename: 'Transaction', id: 'tx-0' },
      { __typename: 'AddressBookEntry', id: 'entry-9' },
      { __typename: 'SignatureProof', id: proof.id },
      { __typename: 'SignatureProof', id: 'unknown' },
    ]
    const { data, errors } = await node.query(ENTITIES, { representations })
    expect(errors).toEqual([])
    expect(data).toEqual({
      _entities: [
        { id: 'tx-9', ownershipProofs: [{ id: proof.id }] },
        { id: 'tx-0', ownershipProofs: [] },
        { ownershipProofs: [{ id: proof.id }] },
        { status: 'REQUESTED' },
        null,
      ],
    })
  })

  it('aopd resolves the proofs of an address for every purpose', async () => {
    const { p2wpkh, p2tr, evm } = wallet.addresses
    const bitcoin = await requestProof(node, { asset: 'BTC', address: p2wpkh, transactionId: 'tx-11' })
    const ether = await requestProof(node, { asset: 'ETH', address: evm })
    const token = await requestProof(node, { asset: 'USDC', address: evm, transactionId: 'tx-12' })
    const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Transaction { addressOwnershipProofs { id } } } }`
    type Entities = { _entities: [{ addressOwnershipProofs: { id: string }[] | null }] }
    const proofsOf = async (asset: string, counterpartyAddress: string | null, scopes?: string[]) => {
      const representations = [{ __typename: 'Transaction', id: 'tx-10', counterpartyAddress, asset: { id: asset } }]
      const { data } = await node.query<Entities>(query, { representations }, scopes)
      return data?._entities[0].addressOwnershipProofs?.map(({ id }) => id) ?? null
    }
    expect(await proofsOf('btc', p2wpkh.toUpperCase())).toContain(bitcoin.id)
    // The key of an address on an EVM chain is the same for every asset.
    expect((await proofsOf('usdc-ethereum', evm.toLowerCase()))?.toSorted()).toEqual([ether.id, token.id].toSorted())
    expect(await proofsOf('btc', p2tr)).toEqual([])
    expect(await proofsOf('btc', 'hello')).toEqual([])
    expect(await proofsOf('btc', null)).toEqual([])
    expect(await proofsOf('xrp', 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh')).toEqual([])
    expect(await proofsOf('btc', p2wpkh, ['trpd:read'])).toBeNull()
  })

  it('aopd shows no proofs without aopd:read, on any path', async () => {
    const proof = await requestProof(node, { asset: 'BTC', transactionId: 'tx-8' })
    const representations = [
      { __typename: 'Transaction', id: 'tx-8' },
      { __typename: 'SignatureProof', id: proof.id },
    ]
    const { data, errors } = await node.query(ENTITIES, { representations }, ['trpd:read'])
    expect(data).toEqual({ _entities: [{ id: 'tx-8', ownershipProofs: null }, null] })
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect((await node.query('{ aopd { proofsCount } }', {}, ['aopd:write'])).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ])
    const written = await node.query(REQUEST, { input: { asset: 'BTC' } }, ['aopd:read'])
    expect(written).toMatchObject({ data: { aopd: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  })

  it('aopd shows personal data only with pii:read', async () => {
    const { id } = await requestProof(node, { asset: 'BTC', customerReference: 'Erika Müller' })
    const query = 'query ($id: ID!) { aopd { proof(id: $id) { id customerReference } } }'
    const { data, errors } = await node.query(query, { id }, ['aopd:read'])
    expect(data).toEqual({ aopd: { proof: { id, customerReference: null } } })
    expect(errors).toMatchObject([{ path: ['aopd', 'proof', 'customerReference'], extensions: { code: 'FORBIDDEN' } }])
  })

  it.each(['{ __typename }', '{ _service { sdl } }', '{ _entities(representations: []) { __typename } }'])(
    'aopd refuses %s without a valid assertion for aopd',
    async (query) => {
      const assertions = [
        undefined,
        'forged',
        await node.assertion(undefined, 'trpd'),
        await node.readerAssertion('aopd'),
      ]
      for (const value of assertions) {
        const headers = { 'content-type': 'application/json', ...(value && { 'x-identity-assertion': value }) }
        const response = await fetch(`${node.url}/graphql`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ query }),
        })
        expect([response.status, await response.json()]).toMatchObject([
          401,
          { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
        ])
      }
    },
  )

  it('aopd serves its events only to readers with an assertion of autod, without personal data', async () => {
    const proof = await requestProof(node, {
      asset: 'BTC',
      address: wallet.addresses.p2sh,
      customerReference: 'Erika Müller',
    })
    expect((await fetch(`${node.url}/events`)).status).toBe(401)
    const refused = await fetch(`${node.url}/events`, {
      headers: { 'x-identity-assertion': await node.assertion(undefined, 'events') },
    })
    expect(refused.status).toBe(401)
    expect(await eventOf(proof.id)).toMatchObject({
      type: 'proof.requested',
      subject: { type: 'proof', id: proof.id },
      actor: { type: 'USER', id: 'alice', name: 'Alice' },
      detail: { version: 1, status: 'REQUESTED', asset: 'BTC', transactionId: null },
    })
  })

  /** The first event of the feed about the proof. */
  async function eventOf(proofId: string): Promise<object> {
    for (let after = '0'; ; ) {
      const response = await fetch(`${node.url}/events?after=${after}&limit=1000&waitMs=10000`, {
        headers: { 'x-identity-assertion': await node.readerAssertion() },
      })
      const body = await response.text()
      expect(body).not.toMatch(/Müller|bc1q/)
      const page = JSON.parse(body) as { events: { subject: { id: string } }[]; next: string }
      const found = page.events.find(({ subject }) => subject.id === proofId)
      if (found) return found
      after = page.next
    }
  }
})
