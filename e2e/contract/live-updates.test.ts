import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { auditTypes } from '../harness/audit-trail.ts'
import { openLiveClient, PROTOCOLS } from '../harness/live-client.ts'
import { PROOF, requestProof, submitSignature } from '../harness/proofs.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { inquire, probeTransfers, TRANSFER, type Transfer, trustVaspAt } from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'

const node = await sharedNode()
const api = await openApi(node)
const vaspId = await trustVaspAt(api, node.counterparty.url)
const { approve } = node.counterparty.travelAddresses

interface TransferEvent {
  readonly trpdTransactions: Transfer & {
    readonly auditTrail: readonly { readonly subjectId: string; readonly type: string }[]
    readonly ownershipProofs: readonly { readonly id: string; readonly status: string }[]
    readonly decidedBy: { readonly id: string; readonly roles: readonly string[] } | null
    readonly vasp: { readonly auditTrail: readonly { readonly type: string }[] }
  }
}
interface ProofEvent {
  readonly aopdProofs: {
    readonly id: string
    readonly status: string
    readonly transaction: {
      readonly id: string
      readonly status: string
      readonly vasp: { readonly id: string }
    } | null
  }
}

describe.each(PROTOCOLS)('{base_url}/graphql-ws with the subprotocol %s', (protocol) => {
  const connect = () => openLiveClient(node, protocol, { bearer_token: api.token })

  it('a WebSocket executes a query with variables and operationName', async () => {
    await using client = connect()
    const query =
      'query A { __typename } query B($text: String!) { trpd { validateTravelAddress(travelAddress: $text) } }'
    const { data } = await client.execute({ query, operationName: 'B', variables: { text: approve } })
    expect(data).toEqual({ trpd: { validateTravelAddress: true } })
  })

  it('a WebSocket executes a mutation, and returns null and the reason for a refused one', async () => {
    await using client = connect()
    const trust = 'mutation ($id: ID!) { trpd { trustVasp(id: $id) { id trust } } }'
    const done = await client.execute({ query: trust, variables: { id: vaspId } })
    expect(done.data).toEqual({ trpd: { trustVasp: { id: vaspId, trust: 'TRUSTED' } } })
    const refused = await client.execute({ query: trust, variables: { id: 'nobody' } })
    expect(refused).toMatchObject({
      data: { trpd: { trustVasp: null } },
      errors: [{ extensions: { code: 'VASP_NOT_FOUND' } }],
    })
  })

  it('trpdTransactions delivers every change in order, with fields of trpd, aopd and autod', async () => {
    await using client = connect()
    const log = client.follow<TransferEvent>({
      query: `subscription { trpdTransactions { ${TRANSFER}
        auditTrail { subjectId type } ownershipProofs { id status } decidedBy { id roles } vasp { auditTrail(first: 1) { type } } } }`,
    })
    await log.untilLive(
      () => probeTransfers(api),
      ({ trpdTransactions }) => trpdTransactions.id,
    )
    const { id } = await inquire(api, approve)
    const proof = await requestProof(api, { asset: 'BTC', address: openBitcoinWallet().address, transactionId: id })
    await log.next(({ trpdTransactions: { id: about, status } }) => about === id && status === 'APPROVED')
    // autod reads the feeds of trpd and aopd separately. The events of the VASP come before this inquiry.
    const recorded = expect.arrayContaining(['transfer.inquired', 'proof.requested'])
    await expect.poll(() => auditTypes(api, id)).toEqual(recorded)
    await api.request('mutation ($id: ID!) { trpd { cancelTx(id: $id, reason: "changed my mind") { id } } }', { id })
    const isOwn = (event: TransferEvent) => event.trpdTransactions.id === id
    const last = await log.next(
      (event) =>
        isOwn(event) &&
        event.trpdTransactions.delivery.kind === 'CANCELLATION' &&
        event.trpdTransactions.delivery.state === 'DELIVERED',
    )

    const events = log.events.filter(isOwn).map(({ trpdTransactions }) => trpdTransactions)
    expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1))
    expect(events.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1])).toEqual([
      'PENDING',
      'APPROVED',
      'CANCELED',
    ])
    expect(events[0]).toMatchObject({ vasp: { id: vaspId, trust: 'TRUSTED' }, amount: '0.25', txHash: null })
    expect(last.trpdTransactions.ownershipProofs).toEqual([{ id: proof.id, status: 'REQUESTED' }])
    expect(last.trpdTransactions.decidedBy).toEqual({ id: expect.any(String), roles: expect.any(Array) })
    expect(last.trpdTransactions.vasp.auditTrail).toHaveLength(1)
    const trails = events.flatMap(({ auditTrail }) => auditTrail)
    expect(trails).toContainEqual({ subjectId: id, type: 'transfer.inquired' })
    expect(trails).toContainEqual({ subjectId: proof.id, type: 'proof.requested' })
    expect(trails.filter(({ subjectId }) => subjectId !== id && subjectId !== proof.id)).toEqual([])
  })

  it('aopdProofs delivers proofs with the transaction and its VASP from trpd', async () => {
    await using client = connect()
    const log = client.follow<ProofEvent>({
      query: 'subscription { aopdProofs { __typename id status transaction { id status vasp { id } } } }',
    })
    const wallet = openBitcoinWallet()
    const request = (transactionId?: string) =>
      requestProof(api, { asset: 'BTC', address: wallet.address, transactionId })
    await log.untilLive(
      async () => (await request()).id,
      ({ aopdProofs }) => aopdProofs.id,
    )
    const transfer = await inquire(api, approve)
    const { id, challenge } = await request(transfer.id)
    await submitSignature(api, { id, address: wallet.address, signature: wallet.sign(challenge) })
    const { aopdProofs } = await log.next(
      (event) => event.aopdProofs.id === id && event.aopdProofs.status === 'VERIFIED',
    )
    expect(aopdProofs.transaction).toMatchObject({ id: transfer.id, vasp: { id: vaspId } })
    expect(log.events.filter((event) => event.aopdProofs.id === id).map((event) => event.aopdProofs.status)).toEqual([
      'REQUESTED',
      'VERIFIED',
    ])
  })

  it('a subscription delivers only events that match its filter', async () => {
    await using client = connect()
    const log = client.follow<ProofEvent>({
      query: `subscription { aopdProofs(filter: { status: [CANCELED] }) { ${PROOF} } }`,
    })
    const cancel = async () => {
      const { id } = await requestProof(api, { asset: 'BTC' })
      await api.request('mutation ($id: ID!) { aopd { cancelProof(id: $id) { id } } }', { id })
      return id
    }
    await log.untilLive(cancel, ({ aopdProofs }) => aopdProofs.id)
    expect(new Set(log.events.map(({ aopdProofs }) => aopdProofs.status))).toEqual(new Set(['CANCELED']))
  })

  it('an invalid operation is refused, and the connection stays open', async () => {
    await using client = connect()
    await expect(client.execute({ query: 'subscription { noSuchField }' })).rejects.toMatchObject(
      protocol === 'graphql-ws'
        ? { message: expect.stringContaining('noSuchField') }
        : [{ message: expect.stringContaining('noSuchField') }],
    )
    expect(await client.execute({ query: '{ __typename }' })).toMatchObject({ data: { __typename: 'Query' } })
  })
})
