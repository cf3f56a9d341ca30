import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCustomerWallet } from '../../testing/customer-wallet.ts'
import { openTestNode } from '../../testing/open-test-node.ts'
import { requestProof, type SelectedProof, SUBMIT } from '../../testing/proof-operations.ts'

const ADMINISTRATOR = ['aopd:read', 'aopd:write', 'autod:write']
const READ = `query ($id: ID!) { aopd { proof(id: $id) {
  status address challenge customerReference portalUrl personalData erasedAt legalHold { reason setBy { id } }
  verdict { outcome code reason } addressBookEntry { id } transaction { id }
  ... on SignatureProof {
    signature submittedAddress aoppUri attempts submissions { address signature verdict { outcome reason } } } } } }`

describe('the erasure of proofs', () => {
  let node: Awaited<ReturnType<typeof openTestNode>>
  const wallet = openCustomerWallet()
  const address = wallet.addresses.p2wpkh
  beforeAll(async () => {
    node = await openTestNode()
  })
  afterAll(() => node[Symbol.asyncDispose]())

  it("the erasure of proofs keeps status, verdict and times, empties the rest in every version, and expires the customer's link", async () => {
    const proof = await verified({
      customerReference: 'customer 1',
      transactionId: 'tx-1',
      addressBookEntryId: 'entry-1',
    })
    expect((await read(proof)).legalHold).toBeNull()
    const erase = `eraseProof(id: "${proof.id}", ground: DATA_SUBJECT_REQUEST, ticket: "T-1") { personalData erasedAt }`
    expect(await refusal(erase, ['aopd:read', 'aopd:write'])).toBe('FORBIDDEN')
    const { data } = await mutate<{ eraseProof: { erasedAt: string } }>(erase)
    expect(data.aopd.eraseProof).toMatchObject({ personalData: 'ERASED' })
    expect((await mutate(erase)).data.aopd).toEqual(data.aopd)
    expect(await read(proof)).toEqual({
      status: 'VERIFIED',
      address: null,
      challenge: '',
      customerReference: null,
      portalUrl: null,
      personalData: 'ERASED',
      erasedAt: data.aopd.eraseProof.erasedAt,
      legalHold: null,
      verdict: { outcome: 'VALID', code: 'SIGNATURE_VALID', reason: '' },
      addressBookEntry: null,
      transaction: { id: 'tx-1' },
      signature: null,
      submittedAddress: null,
      aoppUri: null,
      attempts: 1,
      submissions: [{ address: '', signature: '', verdict: { outcome: 'VALID', reason: '' } }],
    })
    expect((await node.query('{ aopd { proofs(filter: { transactionId: "tx-1" }) { id } } }')).errors).toEqual([])

    const page = await fetch(pageOf(proof))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('This request has expired')
    const body = JSON.stringify({ version: 0, address, signature: wallet.signBitcoinMessage(proof.challenge) })
    const callback = await fetch(pageOf(proof).replace('/p/', '/proofs/'), { method: 'POST', body })
    expect(callback.status).toBe(400)
    expect(await callback.json()).toMatchObject({ error: { code: 'PROOF_EXPIRED' } })
    for (const call of [`revokeProof(id: "${proof.id}", reason: "x") { id }`, hold(proof)]) {
      expect(await refusal(call)).toBe('PROOF_ERASED')
    }
    expect(await events(proof)).toMatchObject([
      'proof.requested',
      'proof.verified',
      { ground: 'DATA_SUBJECT_REQUEST', ticket: 'T-1', version: 2 },
    ])
    expect(await rows(`select wrapped from data_keys where record_id = '${proof.id}'`)).toEqual([{ wrapped: null }])
  })

  it('the erasure of proofs extends to what trpd reads: an erased proof proves nothing, even if its events are read from the beginning', async () => {
    const proof = await verified({ customerReference: 'customer 7', transactionId: 'tx-7' })
    const revoked = await verified({ transactionId: 'tx-8' })
    await mutate(`revokeProof(id: "${revoked.id}", reason: "stolen by Ford") { id }`)
    const proven = { address, asset: 'BTC', method: 'SIGNATURE' }
    const { position, ...event } = await shownEvent(proof, 'proof.verified')
    expect(event).toEqual({
      id: expect.any(String),
      type: 'proof.verified',
      at: expect.any(String),
      subject: { type: 'proof', id: proof.id },
      actor: { type: 'SYSTEM', id: 'aopd' },
      detail: { ...proven, customerReference: 'customer 7', transactionId: 'tx-7' },
    })
    expect(Number(position)).toBeGreaterThan(0)
    const detail = { ...proven, customerReference: null, transactionId: 'tx-8' }
    expect(await shownEvent(revoked, 'proof.revoked')).toMatchObject({ detail })
    expect((await shownEvent(proof, 'proof.requested')).detail).toEqual({})

    await mutate(`eraseProof(id: "${proof.id}", ground: DATA_SUBJECT_REQUEST) { id }`)
    for (const type of ['proof.verified', 'proof.erased']) {
      expect((await shownEvent(proof, type)).detail).toEqual({})
    }
    const stored = await rows(`select count(*)::int as count from outbox where detail::text like '%${address}%'`)
    expect(stored).toEqual([{ count: 0 }])
  })

  it('the proof feed is shown only to trpd, and trpd reads no other events', async () => {
    const status = async (path: string, assertion: string) =>
      (await fetch(node.url + path, { headers: { 'x-identity-assertion': assertion } })).status
    expect(await status('/proof-events', await node.readerAssertion())).toBe(401)
    expect(await status('/proof-events', await node.readerAssertion('proof-events'))).toBe(401)
    expect(await status('/proof-events', await node.trpdAssertion('events'))).toBe(401)
    expect(await status('/events', await node.trpdAssertion('events'))).toBe(401)
    expect(await status('/proof-events', await node.trpdAssertion())).toBe(200)
  })

  it('the erasure of proofs covers the proofs of a customer, an address or a transaction: all of them, or none if one may not be erased', async () => {
    const first = await verified({ customerReference: 'customer 2' })
    const second = await verified({ customerReference: 'customer 2', transactionId: 'tx-2' })
    const other = await verified({ customerReference: 'customer 3', address: openCustomerWallet().addresses.p2tr })
    const open = await requestProof(node, { asset: 'BTC', customerReference: 'customer 2' })
    const erase = (which: string) => `eraseProofs(${which}, ground: RETENTION_ENDED) { proofs hasMore }`
    expect(await refusal('eraseProofs(ground: RETENTION_ENDED) { proofs }')).toBe('INPUT_INVALID')
    expect(await refusal('eraseProofs(transactionId: "x", ticket: "a b", ground: RETENTION_ENDED) { proofs }')).toBe(
      'ERASURE_TICKET_INVALID',
    )
    expect(await refusal(erase('customerReference: "customer 2"'))).toBe('PROOF_WRONG_STATUS')
    await mutate(`cancelProof(id: "${open.id}") { id }`)

    await mutate(hold(first))
    expect((await read(first)).legalHold).toMatchObject({ reason: 'case 7 of Ford', setBy: { id: 'alice' } })
    expect(await refusal(hold(first))).toBe('LEGAL_HOLD_EXISTS')
    expect(await refusal(erase('customerReference: "customer 2"'))).toBe('LEGAL_HOLD_SET')
    expect(await refusal(`eraseProof(id: "${first.id}", ground: RETENTION_ENDED) { id }`)).toBe('LEGAL_HOLD_SET')
    expect(await read(second)).toMatchObject({ personalData: 'HELD' })
    const end = `endLegalHold(id: "${first.id}", reason: "closed") { id }`
    expect(await refusal(end, ['aopd:read', 'aopd:write'])).toBe('FORBIDDEN')
    await mutate(end)
    expect(await refusal(end)).toBe('LEGAL_HOLD_NOT_FOUND')

    const both = `customerReference: "customer 2", transactionId: "tx-2"`
    expect((await mutate(erase(both))).data.aopd).toEqual({ eraseProofs: { proofs: 1, hasMore: false } })
    expect((await mutate(erase('customerReference: " customer 2"'))).data.aopd).toMatchObject({
      eraseProofs: { proofs: 2 },
    })
    expect(await read(other)).toMatchObject({ personalData: 'HELD' })
    const third = await verified({ customerReference: 'customer 4' })
    const byAddress = (await mutate(erase(`address: "${address.toUpperCase()}"`))).data.aopd
    expect(byAddress).toMatchObject({ eraseProofs: { hasMore: false } })
    expect(await read(third)).toMatchObject({ personalData: 'ERASED' })
    expect(await read(other)).toMatchObject({ personalData: 'HELD' })
  })

  it('the erasure of proofs waits until proofs of an older version are sealed, as does the export', async () => {
    const proof = await verified({ customerReference: 'customer 5' })
    await using client = await connect()
    // The sealing job skips a proof whose token it cannot open.
    await client.query(`
      update proof set details_sealed = null, challenge = 'x', address = '${address}', token_sealed = 'broken'
      where id = '${proof.id}'`)
    const erase = 'eraseProofs(customerReference: "customer 5", ground: RETENTION_ENDED) { proofs }'
    expect(await refusal(erase)).toBe('ERASURE_NOT_READY')
    expect(await refusal(`eraseProof(id: "${proof.id}", ground: RETENTION_ENDED) { id }`)).toBe('ERASURE_NOT_READY')
    const scopes = [...ADMINISTRATOR, 'pii:read']
    expect(await refusal('exportProofs(customerReference: "customer 5") { json }', scopes)).toBe('EXPORT_NOT_READY')
    await client.query(`delete from proof where id = '${proof.id}'`)
  })

  it('an export for the person, before an erasure, contains everything that is not internal', async () => {
    const proof = await verified({ customerReference: 'customer 6' })
    await mutate(`revokeProof(id: "${proof.id}", reason: "stolen by Ford") { id }`)
    const call = 'exportProofs(customerReference: "customer 6") { json proofs next }'
    expect(await refusal(call)).toBe('FORBIDDEN')
    const { data } = await mutate<{ exportProofs: { json: string } }>(call, [...ADMINISTRATOR, 'pii:read'])
    expect(data.aopd.exportProofs).toMatchObject({ proofs: 1, next: null })
    expect(data.aopd.exportProofs.json).not.toContain('Ford')
    expect(JSON.parse(data.aopd.exportProofs.json)).toMatchObject({
      customerReference: 'customer 6',
      proofs: [{ id: proof.id, status: 'REVOKED', address, challenge: proof.challenge, submissions: [{ address }] }],
    })
    const exported = await rows(`select detail from outbox where type = 'customer.exported'`)
    expect(exported).toEqual([{ detail: { proofs: 1, continued: false } }])
    const reads = await rows(`select detail::text from outbox where type = 'personal-data.read'`)
    expect(reads.filter(({ detail }) => String(detail).includes('AopdMutation.exportProofs'))).toHaveLength(1)
  })

  async function verified(input: object): Promise<SelectedProof> {
    const proof = await requestProof(node, { asset: 'BTC', address, ...input })
    const signature = wallet.signBitcoinMessage(proof.challenge)
    const { data } = await node.query<{ aopd: { submitSignature: { attempts: number } } }>(SUBMIT, {
      id: proof.id,
      address,
      signature,
    })
    expect(data.aopd.submitSignature.attempts).toBe(1)
    if (!('address' in input)) return proof
    await mutate(`cancelProof(id: "${proof.id}") { id }`)
    return proof
  }

  function mutate<Fields extends object>(call: string, scopes: readonly string[] = ADMINISTRATOR) {
    return node.query<{ aopd: Fields }>(`mutation { aopd { ${call} } }`, {}, scopes)
  }

  async function refusal(call: string, scopes?: readonly string[]): Promise<string | undefined> {
    return (await mutate(call, scopes)).errors[0]?.extensions.code
  }

  async function read({ id }: SelectedProof): Promise<Record<string, unknown>> {
    const { data, errors } = await node.query<{ aopd: { proof: Record<string, unknown> } }>(READ, { id })
    expect(errors).toEqual([])
    return data.aopd.proof
  }

  function hold({ id }: SelectedProof): string {
    return `setLegalHold(id: "${id}", reason: "case 7 of Ford") { id }`
  }

  /** An event as read by trpd, from the beginning. It is in the feed soon after it was committed. */
  async function shownEvent({ id }: SelectedProof, type: string) {
    const find = async () => {
      const headers = { 'x-identity-assertion': await node.trpdAssertion() }
      const response = await fetch(`${node.url}/proof-events?limit=1000`, { headers })
      const { events } = (await response.json()) as {
        events: { position: string; type: string; subject: { id: string }; detail: object }[]
      }
      return events.find((shown) => shown.subject.id === id && shown.type === type)
    }
    await expect.poll(find).toBeDefined()
    const event = await find()
    if (event === undefined) throw new Error(`no event ${type}`)
    return event
  }

  function pageOf({ portalUrl }: SelectedProof): string {
    return node.aoppUrl + new URL(portalUrl).pathname
  }

  /** The type of each event of a proof, and the details of its erasure. */
  async function events({ id }: SelectedProof) {
    const found = await rows(
      `select type, detail from outbox where subject_id = '${id}' and type <> 'personal-data.read' order by position`,
    )
    return found.map(({ type, detail }) => (type === 'proof.erased' ? detail : type))
  }

  async function rows(statement: string): Promise<Record<string, unknown>[]> {
    await using client = await connect()
    return (await client.query(statement)).rows
  }

  async function connect() {
    const client = new pg.Client({ connectionString: node.databaseUrl })
    await client.connect()
    return {
      query: (statement: string) => client.query<Record<string, unknown>>(statement),
      [Symbol.asyncDispose]: () => client.end(),
    }
  }
})
