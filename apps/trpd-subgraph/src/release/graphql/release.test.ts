import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScreeningCommand } from '../../screening-command/run-screening-command.ts'
import { sdnXml } from '../../testing/example-lists.ts'
import {
  acceptFindings,
  autoApprove,
  issue,
  mutate,
  startedWith,
  transactions,
  trust,
  untilDelivery,
} from '../../testing/operations.ts'
import { openTestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const HASH = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

const RELEASE = 'status txHash release { mayPay mayCredit isChecking obstacles { code check verdict acts finding } }'

async function releaseOf(node: TestNode, id: string) {
  const { data } = await node.query(`{ trpd { transaction(id: "${id}") { ${RELEASE} } } }`)
  return data.trpd.transaction
}

/** Receives an inquiry with this callback; returns the id of its transaction. */
async function receive(node: TestNode, url: string, more: object = {}): Promise<string> {
  const travelAddress = await issue(node, ADDRESS)
  const body = inquiryBody({ callback: `${url}/callback`, ...more })
  expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  const found = (await transactions(node)).find((each: { direction: string }) => each.direction === 'RECEIVED')
  return found.id
}

const approve = (node: TestNode, id: string) => mutate(node, `assessTx(id: "${id}", decision: APPROVE)`)

it.each(['UNKNOWN', 'FAIL'] as const)(
  'a policy that stops %s holds for automatic approvals and dry runs',
  async (verdict) => {
    const releasePolicy = [{ check: 'SCREENING' as const, verdicts: [verdict], acts: ['APPROVE' as const] }]
    await using node = await openTestNode('Alice VASP', { releasePolicy })
    await using counterparty = await openTestCounterparty()
    await autoApprove(node, await trust(node, counterparty.url))
    const id = await receive(node, counterparty.url)
    const isStopped = verdict === 'UNKNOWN'
    expect(await releaseOf(node, id)).toMatchObject({ status: isStopped ? 'PENDING' : 'APPROVED' })
    const { data } = await node.query('{ trpd { dryRunRules(rules: []) { outcomes { action count } } } }')
    expect(data.trpd.dryRunRules.outcomes).toEqual([{ action: isStopped ? null : 'APPROVE', count: 1 }])
  },
)

describe('a node whose operator stops acts for a VASP without a licence', () => {
  let node: TestNode
  beforeAll(async () => {
    node = await openTestNode('Alice VASP', {
      releasePolicy: [
        { check: 'VASP_DUE_DILIGENCE', verdicts: ['FAIL'], acts: ['APPROVE', 'PAY', 'CREDIT', 'REPORT'] },
      ],
    })
  })
  afterAll(() => node[Symbol.asyncDispose]())

  async function record(vasp: string, licence: string): Promise<void> {
    const input = { licence, reviewedAt: '2026-01-01T00:00:00Z', nextReviewAt: '9999-01-01T00:00:00Z' }
    const { errors } = await node.query(
      'mutation ($id: ID!, $input: DueDiligenceInput!) { trpd { recordDueDiligence(id: $id, input: $input) { id } } }',
      { id: vasp, input },
    )
    expect(errors).toBeUndefined()
  }

  it('a licence revoked since the last check run stops an approval', async () => {
    await using counterparty = await openTestCounterparty()
    const vasp = await trust(node, counterparty.url)
    const id = await receive(node, counterparty.url)
    expect((await releaseOf(node, id)).release.obstacles).toEqual([])
    await record(vasp, 'REVOKED')
    const refused = await approve(node, id)
    expect(refused.errors?.[0]?.extensions).toMatchObject({
      code: 'TRANSACTION_NOT_RELEASED',
      act: 'APPROVE',
      obstacles: [{ code: 'FINDING_OPEN', check: 'VASP_DUE_DILIGENCE', verdict: 'FAIL' }],
    })
  })

  it('a revoked licence stops a payment; the hash of one already made is kept, and sent once a person accepts the finding', async () => {
    await using counterparty = await openTestCounterparty()
    const approved = { address: ADDRESS, callback: `${counterparty.url}/confirmation` }
    counterparty.respond = ({ path }) =>
      path === '/confirmation' ? { status: 204 } : { status: 200, body: JSON.stringify({ approved }) }
    const id = await startedWith(node, counterparty)
    await until(
      () => releaseOf(node, id),
      ({ release }) => release.mayPay,
    )
    const { data } = await node.query(`{ trpd { transaction(id: "${id}") { vasp { id } } } }`)
    await record(data.trpd.transaction.vasp.id, 'REVOKED')
    const confirm = (more = '') => mutate(node, `confirmTx(id: "${id}", txHash: "${HASH}"${more})`)
    expect((await confirm()).errors?.[0]?.extensions.code).toBe('TRANSACTION_NOT_RELEASED')
    expect((await confirm(', isOnLedger: true')).errors).toBeUndefined()
    const { status, txHash, release } = await releaseOf(node, id)
    expect([status, txHash]).toEqual(['CONFIRMED', HASH])
    expect(release.obstacles).toMatchObject([{ code: 'FINDING_OPEN', acts: ['REPORT'] }])

    // Something that is sent later, to another VASP, has arrived.
    await using other = await openTestCounterparty()
    await untilDelivery(node, await startedWith(node, other), 'DELIVERED')
    const confirmations = () => counterparty.requests.filter(({ path }) => path === '/confirmation')
    expect(confirmations()).toEqual([])
    await acceptFindings(node, id, 'The licence was revoked by mistake')
    await until(
      async () => confirmations().length,
      (sent) => sent === 1,
    )
    expect(JSON.parse(confirmations()[0]?.body ?? '')).toEqual({ txid: HASH })
  })

  it('a deposit whose case is on hold is not credited', async () => {
    await using counterparty = await openTestCounterparty()
    counterparty.respond = () => ({ status: 204 })
    await trust(node, counterparty.url)
    const id = await receive(node, counterparty.url)
    expect((await approve(node, id)).errors).toBeUndefined()
    expect((await releaseOf(node, id)).release.mayCredit).toBe(true)
    await mutate(node, `holdTx(id: "${id}", reason: "asked the bank")`)
    expect((await releaseOf(node, id)).release).toMatchObject({
      mayCredit: false,
      obstacles: [{ code: 'CASE_ON_HOLD', acts: ['APPROVE', 'CREDIT'] }],
    })
  })
})

describe('a node whose sanctions list is not loaded', () => {
  let node: TestNode
  let folder: string
  beforeAll(async () => {
    node = await openTestNode('Alice VASP', { screeningLists: ['OFAC_SDN'] })
    folder = await mkdtemp(join(tmpdir(), 'lists-'))
  })
  afterAll(async () => {
    await node[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  it('without a loaded sanctions list, a node approves only what a person has accepted without screening, and the case says so', async () => {
    await using counterparty = await openTestCounterparty()
    counterparty.respond = () => ({ status: 204 })
    await trust(node, counterparty.url)
    const id = await receive(node, counterparty.url)
    const { release } = await until(
      () => releaseOf(node, id),
      (found) => !found.release.isChecking,
    )
    expect(release.obstacles).toMatchObject([
      { code: 'FINDING_OPEN', check: 'SCREENING', verdict: 'UNKNOWN' },
      { code: 'SCREENING_LIST_MISSING', check: 'SCREENING' },
    ])
    expect((await approve(node, id)).errors?.[0]?.extensions.code).toBe('TRANSACTION_NOT_RELEASED')
    await acceptFindings(node, id, 'The list is being delivered')
    expect((await approve(node, id)).errors).toBeUndefined()
    const changes = 'case { changes { event text actorId } }'
    const { data } = await node.query(`{ trpd { transaction(id: "${id}") { ${changes} } } }`)
    expect(data.trpd.transaction.case.changes).toContainEqual({
      event: 'case.finding_accepted',
      text: expect.stringMatching(/SCREENING.*UNKNOWN.*The list is being delivered/),
      actorId: 'officer-1',
    })
  })

  it('a rule that declines a listed party takes precedence over the hold of the hit', async () => {
    await using counterparty = await openTestCounterparty()
    counterparty.respond = () => ({ status: 204 })
    await trust(node, counterparty.url)
    await writeFile(join(folder, 'sdn.xml'), sdnXml([{ id: 1, family: 'Quillfeather', given: 'Isolde' }]))
    await runScreeningCommand([folder], { TRPD_DATABASE_URL: node.databaseUrl })
    const when = { checks: [{ check: 'SCREENING', verdicts: ['FAIL'] }] }
    const { errors } = await node.query(
      'mutation ($rules: [RuleInput!]!) { trpd { replaceRules(expectedVersion: 0, rules: $rules) { ruleSet { version } } } }',
      { rules: [{ name: 'listed', when, action: 'DECLINE' }] },
      { ...officer, scopes: [...officer.scopes, 'autod:write'] },
    )
    expect(errors).toBeUndefined()
    const { IVMS101 } = JSON.parse(inquiryBody())
    const [person] = IVMS101.originator.originatorPersons
    person.naturalPerson.name.nameIdentifier = [
      { primaryIdentifier: 'Quillfeather', secondaryIdentifier: 'Isolde', nameIdentifierType: 'LEGL' },
    ]
    const id = await receive(node, counterparty.url, { IVMS101 })
    const declined = await untilDelivery(node, id, 'DELIVERED')
    expect(declined.status).toBe('DECLINED')
    const { data } = await node.query(`{ trpd { transaction(id: "${id}") { case { status } } } }`)
    expect(data.trpd.transaction.case.status).toBe('CLOSED')
  })
})
