import { randomUUID } from 'node:crypto'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { runFeedsCommand } from '@travel-rule/database/feeds-command'
import { signingKeysSetting } from '@travel-rule/service/settings'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jurisdictionOf } from '../../testing/example-facts.ts'
import { beneficiary, originator } from '../../testing/operations.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { openTestProofSource, type TestProofSource } from '../../testing/test-proof-source.ts'

const WALLETS = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
] as const
const [FIRST, SECOND, THIRD, FOURTH] = WALLETS

let source: TestProofSource
let node: TestNode
beforeAll(async () => {
  source = await openTestProofSource()
  const signingKeys = signingKeysSetting.parse(JSON.stringify(await generateAssertionKeys()))
  const jurisdiction = jurisdictionOf('CH').code
  node = await openTestNode('Alice VASP', { jurisdiction, proofFeedUrl: source.url, signingKeys })
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await source[Symbol.asyncDispose]()
})

const trustNode = () => source.trust(node.graphqlUrl.replace('/graphql', '/.well-known/jwks.json'))

async function register(address: string, more: object = {}): Promise<string> {
  const input = { direction: 'SENT', selfHosted: true, asset: 'btc', amount: '0.5', originator, beneficiary, address }
  const { data, errors } = await node.query(
    'mutation($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id } } }',
    { input: { ...input, ...more } },
  )
  expect(errors).toBeUndefined()
  return data.trpd.registerOfflineTx.id
}

async function ownership(id: string) {
  const { data, errors } = await node.query(
    `{ trpd { transaction(id: "${id}") { checks { check verdict reason evidence { name value } } } } }`,
  )
  expect(errors).toBeUndefined()
  return data.trpd.transaction.checks.find(({ check }: { check: string }) => check === 'OWNERSHIP_PROOF')
}

/** The latest result, once it has this verdict. */
const becomes = (id: string, verdict: string) =>
  until(
    () => ownership(id),
    (result) => result.verdict === verdict,
  )
const runChecks = (id: string) => node.query(`mutation { trpd { runChecks(id: "${id}") { id } } }`)

async function rows(statement: string) {
  const client = new pg.Client({ connectionString: node.databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Resolves when trpd has read everything in the source. */
const allRead = (position: number) =>
  until(
    () => rows('select position::int, stopped_at from feed_cursor'),
    ([cursor]) => cursor?.position === position && cursor.stopped_at === null,
  )

it('the URL of the proofs and the keys that sign the requests are set together', async () => {
  const signingKeys = signingKeysSetting.parse(JSON.stringify(await generateAssertionKeys()))
  await expect(openTestNode('x', { proofFeedUrl: source.url })).rejects.toThrow('needs TRPD_SIGNING_KEYS')
  await expect(openTestNode('x', { signingKeys })).rejects.toThrow('needs TRPD_PROOF_FEED_URL')
})

it('a self-hosted wallet is UNKNOWN until the proofs were read, then lacks a proof, and passes as soon as it is proven', async () => {
  const early = await register(FIRST, { customerReference: 'customer 1' })
  expect(await ownership(early)).toMatchObject({ verdict: 'UNKNOWN', reason: expect.stringContaining('not been read') })
  trustNode()
  await until(
    async () => (await rows('select from proof_feed')).length,
    (count) => count === 1,
  )
  const id = await register(FIRST, { customerReference: 'customer 1' })
  expect(await ownership(id)).toMatchObject({ verdict: 'FAIL', reason: expect.stringContaining('The law of CH') })

  // With different case, and with the reference of the customer.
  const proof = randomUUID()
  await source.verify(proof, { address: FIRST.toUpperCase(), customerReference: 'customer 1' })
  const { evidence } = await becomes(id, 'PASS')
  expect(evidence).toEqual(
    expect.arrayContaining([
      { name: 'proof', value: proof },
      { name: 'method', value: 'SIGNATURE' },
    ]),
  )
  await becomes(early, 'PASS')
  const deposit = { direction: 'RECEIVED', address: SECOND, originAddress: FIRST, customerReference: 'customer 1' }
  expect(await ownership(await register(SECOND, deposit))).toMatchObject({ verdict: 'PASS' })
  expect(await ownership(await register(FIRST, { customerReference: 'customer 2' }))).toMatchObject({
    verdict: 'FAIL',
    reason: expect.stringContaining('Another customer'),
  })
  const dump = await rows(
    "select address_fingerprint, encode(address_fingerprint, 'escape') as text from proven_addresses",
  )
  expect(dump).toHaveLength(1)
  expect(dump[0].address_fingerprint).toHaveLength(32)
  expect(dump[0].text.toLowerCase()).not.toContain(FIRST)
})

it('a proof for the transaction passes without a customer reference, and one for another transaction warns', async () => {
  const [id, other] = [await register(SECOND), await register(SECOND)]
  await source.verify(randomUUID(), { address: SECOND, transactionId: id })
  await becomes(id, 'PASS')
  expect(await becomes(other, 'WARN')).toMatchObject({
    reason: expect.stringContaining('neither for this transaction'),
  })
})

it('a revoked proof fails, a proof that is read twice is stored once, and an erased one is gone, even after a restart', async () => {
  const [revoked, erased] = [randomUUID(), randomUUID()]
  const id = await register(THIRD)
  await source.verify(revoked, { address: THIRD, transactionId: id })
  await becomes(id, 'PASS')
  await node.stop()
  // All events are read again from the beginning.
  const client = new pg.Client({ connectionString: node.databaseUrl })
  await client.connect()
  await client.query('update feed_cursor set position = 0, event_id = null, event_position = null, epoch = null')
  const before = (await client.query('select * from proven_addresses order by proof_id')).rows
  await client.end()
  await source.revoke(revoked)
  await source.verify(erased, { address: FOURTH, transactionId: id })
  await node.restart()
  trustNode()
  expect(await becomes(id, 'FAIL')).toMatchObject({ reason: expect.stringContaining('was revoked') })
  await allRead(5)
  const stored = await rows('select * from proven_addresses order by proof_id')
  expect(stored.filter(({ proof_id }) => proof_id !== erased).map(({ revoked_at: _, ...row }) => row)).toEqual(
    before.map(({ revoked_at: _, ...row }) => row),
  )
  expect(stored).toContainEqual(expect.objectContaining({ proof_id: erased, revoked_at: null }))

  await source.erase(erased)
  await until(
    () => rows(`select from proven_addresses where proof_id = '${erased}'`),
    (found) => found.length === 0,
  )
})

it('a proof that was revoked and erased before either event was read fails its transactions', async () => {
  const address = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c'
  const proof = randomUUID()
  const id = await register(address)
  await source.verify(proof, { address, transactionId: id })
  await becomes(id, 'PASS')
  await node.stop()
  await source.revoke(proof)
  await source.erase(proof)
  await node.restart()
  trustNode()
  expect(await becomes(id, 'FAIL')).toMatchObject({ reason: expect.stringContaining('not proven') })
})

it('after a restore of the source, the check is UNKNOWN until the restore is accepted, and lost proofs are forgotten', async () => {
  const id = await register(FOURTH)
  const lost = randomUUID()
  await source.verify(lost, { address: FOURTH, transactionId: id })
  await becomes(id, 'PASS')
  await source.restore(4)
  // Also ends the pending wait for events.
  await source.verify(randomUUID(), { address: SECOND })
  await until(
    () => rows('select stopped_at from feed_cursor'),
    ([cursor]) => cursor?.stopped_at !== null,
  )
  await runChecks(id)
  expect(await ownership(id)).toMatchObject({
    verdict: 'UNKNOWN',
    reason: expect.stringContaining('npm run feeds -- accept aopd trpd'),
  })
  const ready = await fetch(node.graphqlUrl.replace('/graphql', '/readyz'))
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('npm run feeds')])

  const env = { TRPD_DATABASE_URL: node.databaseUrl }
  expect(await runFeedsCommand(['accept', 'aopd', 'trpd'], env)).toContain('Accepted')
  await allRead(5)
  expect(await becomes(id, 'FAIL')).toMatchObject({ reason: expect.stringContaining('not proven') })
  expect(await rows(`select from proven_addresses where proof_id = '${lost}'`)).toEqual([])
  expect(await rows('select from proven_addresses')).toHaveLength(4)
})

it('a revocation is announced to live clients and the audit log, and rules apply to transactions that were left to them', async () => {
  const administrator = { ...officer, scopes: [...officer.scopes, 'autod:write'] }
  // Only people who have made a call can be assigned a case.
  await node.query('{ trpd { vaspsCount } }', {}, { ...officer, subject: 'bob' })
  const checks = [{ check: 'OWNERSHIP_PROOF', verdicts: ['FAIL'] }]
  const rules = [{ name: 'unproven', action: 'ASSIGN', assignee: 'bob', when: { channels: ['SELF_HOSTED'], checks } }]
  const address = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
  const proof = randomUUID()
  await source.verify(proof, { address, customerReference: 'customer 5' })
  await until(
    () => rows(`select from proven_addresses where proof_id = '${proof}'`),
    (found) => found.length === 1,
  )
  const id = await register(address, { customerReference: 'customer 5' })
  expect(await ownership(id)).toMatchObject({ verdict: 'PASS' })
  const { errors } = await node.query(
    'mutation($rules: [RuleInput!]!) { trpd { replaceRules(expectedVersion: 0, rules: $rules) { ruleSet { version } } } }',
    { rules },
    administrator,
  )
  expect(errors).toBeUndefined()
  await source.revoke(proof)
  await becomes(id, 'FAIL')
  const { data } = await node.query(`{ trpd { transaction(id: "${id}") { case { status assignee { id } } } } }`)
  expect(data.trpd.transaction.case).toEqual({ status: 'IN_REVIEW', assignee: { id: 'bob' } })
  const events = await rows(
    `select actor_id, detail from outbox where type = 'transfer.checked' and subject_id = '${id}'`,
  )
  expect(events).toMatchObject([{ actor_id: 'trpd' }])
  expect(JSON.stringify(events[0].detail)).toContain('OWNERSHIP_PROOF')
})

it('while the proofs are unreliable, for example between two pages after a restore, a queued check keeps the verdict', async () => {
  const id = await register(SECOND)
  await source.verify(randomUUID(), { address: SECOND, transactionId: id })
  await becomes(id, 'PASS')
  const [job] = await rows(`with forgotten as (delete from proof_feed)
    insert into jobs.job (name, data) values ('proofCheck', '{"transferId":"${id}"}') returning id`)
  await until(
    () => rows(`select from jobs.job where id = '${job.id}' and state = 'completed'`),
    (done) => done.length === 1,
  )
  expect(await ownership(id)).toMatchObject({ verdict: 'PASS' })
})

it('a changed proof verdict keeps the results of the other checks and their order', async () => {
  const [id, proof] = [await register(SECOND), randomUUID()]
  await source.verify(proof, { address: SECOND, transactionId: id })
  await becomes(id, 'PASS')
  const screened = { check: 'SCREENING', version: 1, verdict: 'PASS', reason: 'No hit.' }
  await rows(`update check_runs set results = results || '${JSON.stringify([screened])}' where transfer_id = '${id}'`)
  await source.revoke(proof)
  await becomes(id, 'WARN')
  const { data } = await node.query(`{ trpd { transaction(id: "${id}") { checks { check verdict } } } }`)
  expect(data.trpd.transaction.checks.slice(-2)).toEqual([
    { check: 'OWNERSHIP_PROOF', verdict: 'WARN' },
    { check: 'SCREENING', verdict: 'PASS' },
  ])
})
