import { freePort } from '@travel-rule/service/testing/free-ports'
import { expect, it } from 'vitest'
import { encodeTravelAddress } from './address-book/domain/travel-address.ts'
import { autoApprove, inquire, issue, mutate, transactions, trust } from './testing/operations.ts'
import { type GraphqlResponse, openTestNode, QUICK_DELIVERY, type TestNode, until } from './testing/test-node.ts'

const local = (node: TestNode) => node.trpUrl.replace('127.0.0.1', 'localhost')

it('two nodes complete a transfer: A inquires, B approves, A confirms, and both see every change', async () => {
  await using alice = await openTestNode('Alice VASP')
  await using bob = await openTestNode('Bob VASP')
  await trust(alice, local(bob))
  await trust(bob, local(alice))
  const events = alice.subscribe(
    'subscription { trpdTransactions { id version status txHash delivery { state kind } history { version } } }',
  )
  await established(alice, events)

  const asked = await inquire(alice, await issue(bob))
  expect(asked.errors).toBeUndefined()
  expect(asked.data.trpd.inquire).toMatchObject({ status: 'PENDING', folder: 'WAITING', direction: 'SENT' })
  const { id } = asked.data.trpd.inquire

  const [received] = await until(
    () => transactions(bob),
    (all) => all.length === 1,
  )
  expect(received).toMatchObject({
    direction: 'RECEIVED',
    status: 'PENDING',
    folder: 'INBOX',
    amount: '0.5',
    amountUnit: 'WHOLE',
    ivms101Issues: [],
    requestIdentifier: asked.data.trpd.inquire.requestIdentifier,
    vasp: { trust: 'TRUSTED' },
    originator: {
      originatorPersons: [{ naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: 'Engels' }] } } }],
    },
  })
  const approved = await mutate(
    bob,
    `assessTx(id: "${received.id}", decision: APPROVE, address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")`,
  )
  expect(approved.data.trpd.assessTx).toMatchObject({ status: 'APPROVED', decidedBy: { id: 'officer-1' } })

  await until(
    () => transactions(alice),
    ([sent]) => sent.status === 'APPROVED',
  )
  const confirmed = await mutate(
    alice,
    `confirmTx(id: "${id}", txHash: "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")`,
  )
  expect(confirmed.data.trpd.confirmTx).toMatchObject({
    status: 'CONFIRMED',
    txHash: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  })
  await until(
    () => transactions(bob),
    ([other]) =>
      other.status === 'CONFIRMED' &&
      other.txHash === 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  )
  await until(
    () => transactions(alice),
    ([sent]) => sent.delivery.state === 'DELIVERED' && sent.delivery.kind === 'CONFIRMATION',
  )

  const again = await mutate(
    alice,
    `confirmTx(id: "${id}", txHash: "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")`,
  )
  expect(again.data.trpd.confirmTx).toMatchObject({
    status: 'CONFIRMED',
    txHash: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  })
  const other = await mutate(
    alice,
    `confirmTx(id: "${id}", txHash: "a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d")`,
  )
  expect(other.data.trpd.confirmTx).toBeNull()
  expect(other.errors?.[0]).toMatchObject({
    message: expect.stringContaining('CONFIRMED'),
    extensions: { code: 'TRANSACTION_WRONG_STATUS', status: 'CONFIRMED' },
  })

  const seen: GraphqlResponse[] = []
  while (seen.length < 5) {
    const { value } = await events.next()
    if (value.data.trpdTransactions.id === id) seen.push(value)
  }
  const changes = seen.map(
    ({ data: { trpdTransactions: tx } }) => `${tx.status} ${tx.delivery.kind} ${tx.delivery.state}`,
  )
  expect(changes).toEqual([
    'PENDING INQUIRY QUEUED',
    'PENDING INQUIRY DELIVERED',
    'APPROVED INQUIRY DELIVERED',
    'CONFIRMED CONFIRMATION QUEUED',
    'CONFIRMED CONFIRMATION DELIVERED',
  ])
  expect(seen.map(({ data }) => data.trpdTransactions.txHash)).toEqual([
    null,
    null,
    null,
    'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
    'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  ])
  expect(seen.map(({ data }) => data.trpdTransactions.history.length)).toEqual([1, 2, 3, 4, 5])
  await events.return?.()
})

it('an inquiry from a trusted VASP with auto-approval is approved automatically', async () => {
  await using alice = await openTestNode('Alice VASP')
  await using bob = await openTestNode('Bob VASP')
  await trust(alice, local(bob), 'BASE')
  const vasp = await trust(bob, local(alice), 'BASE')
  await autoApprove(bob, vasp)
  await inquire(alice, await issue(bob, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'))
  const [sent] = await until(
    () => transactions(alice),
    ([tx]) => tx.status === 'APPROVED',
  )
  expect(sent.address).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  const [received] = await transactions(bob)
  expect(received).toMatchObject({ status: 'APPROVED', amount: '50000000', amountUnit: 'BASE', decidedBy: null })
  const canceled = await mutate(alice, `cancelTx(id: "${sent.id}", reason: "changed our mind")`)
  expect(canceled.data.trpd.cancelTx.status).toBe('CANCELED')
  await until(
    () => transactions(bob),
    ([tx]) => tx.status === 'CANCELED' && tx.reason === 'changed our mind',
  )
})

it('an inquiry to an unknown VASP is BLOCKED and not sent until the VASP is trusted and its amount unit known', async () => {
  await using alice = await openTestNode('Alice VASP')
  await using bob = await openTestNode('Bob VASP')
  const asked = await inquire(alice, await issue(bob))
  expect(asked.data.trpd.inquire).toMatchObject({
    status: 'BLOCKED',
    folder: 'INBOX',
    delivery: { state: 'NONE' },
    allowedActions: ['TRUST_VASP', 'SET_WIRE_PROFILE', 'DECLINE', 'CANCEL'],
    vasp: { trust: 'UNTRUSTED' },
  })
  const { id } = asked.data.trpd.inquire.vasp
  await alice.query('mutation($id: ID!) { trpd { trustVasp(id: $id) { id } } }', { id })
  const [held] = await transactions(alice)
  expect(held).toMatchObject({ status: 'BLOCKED', reason: expect.stringContaining('amountUnit') })
  expect(await transactions(bob)).toEqual([])
  const refused = await inquire(alice, await issue(bob))
  expect(refused.errors?.[0]?.extensions.code).toBe('VASP_AMOUNT_UNIT_UNKNOWN')

  await alice.query(
    'mutation($id: ID!) { trpd { setWireProfile(id: $id, profile: { amountUnit: BASE }) { wireProfile { amountUnit } } } }',
    { id },
  )
  const [received] = await until(
    () => transactions(bob),
    (all) => all.length === 1,
  )
  expect(received).toMatchObject({
    status: 'BLOCKED',
    amountUnit: null,
    reason: expect.stringMatching(/whole units.*base units/),
  })
  await trust(bob, local(alice), 'BASE')
  const [released] = await transactions(bob)
  expect(released).toMatchObject({ status: 'PENDING', amount: '50000000', amountUnit: 'BASE' })
})

it('a declined inquiry is reported to the originating VASP with the reason', async () => {
  await using alice = await openTestNode('Alice VASP')
  await using bob = await openTestNode('Bob VASP')
  await trust(alice, local(bob))
  await trust(bob, local(alice))
  await inquire(alice, await issue(bob))
  const [received] = await until(
    () => transactions(bob),
    (all) => all.length === 1,
  )
  const silent = await mutate(bob, `assessTx(id: "${received.id}", decision: DECLINE)`)
  expect(silent.errors?.[0]?.extensions.code).toBe('TRANSACTION_REASON_MISSING')
  await mutate(bob, `assessTx(id: "${received.id}", decision: DECLINE, reason: "no such customer")`)
  await until(
    () => transactions(alice),
    ([tx]) => tx.status === 'DECLINED' && tx.reason === 'no such customer',
  )
})

it('a restart during a transfer loses no message and sends none twice', async () => {
  await using alice = await openTestNode('Alice VASP', { delivery: { ...QUICK_DELIVERY, tries: 50 } })
  await using bob = await openTestNode('Bob VASP')
  await trust(alice, local(bob))
  await trust(bob, local(alice))
  const travelAddress = await issue(bob)
  await bob.stop()
  await inquire(alice, travelAddress, { requestIdentifier: '5f3f2c1a-6f43-4d53-9f4b-0a8f3c9f7c11' })
  const [waiting] = await until(
    () => transactions(alice),
    ([tx]) => tx.delivery.lastProblem !== null,
  )
  expect(waiting).toMatchObject({
    status: 'PENDING',
    delivery: { lastProblem: expect.stringContaining('could not be reached') },
  })
  await alice.stop()
  await bob.restart()
  await alice.restart()
  await until(
    () => transactions(alice),
    ([tx]) => tx.delivery.state === 'DELIVERED',
  )
  const repeated = await inquire(alice, travelAddress, { requestIdentifier: '5f3f2c1a-6f43-4d53-9f4b-0a8f3c9f7c11' })
  expect(repeated.data.trpd.inquire.id).toBe(waiting.id)
  const [received, ...others] = await transactions(bob)
  expect(others).toEqual([])
  await mutate(
    bob,
    `assessTx(id: "${received.id}", decision: APPROVE, address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")`,
  )
  await until(
    () => transactions(alice),
    ([tx]) => tx.status === 'APPROVED',
  )
})

it('trusting a VASP releases every BLOCKED transfer, however many there are', async () => {
  await using alice = await openTestNode('Alice VASP', { delivery: { ...QUICK_DELIVERY, tries: 1 } })
  const unknown = encodeTravelAddress(`localhost:${await freePort()}/x/1?t=i`)
  const { data } = await inquire(alice, unknown)
  for (let count = 0; count < 120; count += 10)
    await Promise.all(Array.from({ length: 10 }, () => inquire(alice, unknown)))
  const counts = async () => {
    const query = '{ trpd { all: transactionsCount blocked: transactionsCount(filter: { status: BLOCKED }) } }'
    return (await alice.query(query)).data.trpd
  }
  expect(await counts()).toEqual({ all: 121, blocked: 121 })
  await trust(alice, data.trpd.inquire.vasp.host)
  expect(await until(counts, ({ blocked }) => blocked === 0)).toEqual({ all: 121, blocked: 0 })
})

/** Resolves once a subscription receives changes. Starts BLOCKED transfers until one is received. */
async function established(node: TestNode, events: AsyncIterableIterator<GraphqlResponse>): Promise<void> {
  const unknown = encodeTravelAddress('unknown.example/x/1?t=i')
  let heard = false
  const first = events.next().then(() => {
    heard = true
  })
  await until(
    () => inquire(node, unknown),
    () => heard,
  )
  await first
}
