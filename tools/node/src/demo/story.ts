import { randomBytes } from 'node:crypto'
import type { NodeFile } from '../node-file.ts'
import { type Api, type Events, fetchToken, openApi } from './api.ts'
import { INQUIRE, inquiryInput, type Run, trustVasp } from './inquiry.ts'
import type { Narrator } from './narrator.ts'
import { playOutcomes } from './outcomes.ts'
import { createWallet } from './wallet.ts'

/** Three minutes. */
const AUDIT_ATTEMPTS_MAX = 720
const AUDIT_PAUSE_MS = 250

const LIVE = `
    subscription {
      trpdTransactions {
        id direction status delivery { state } txHash
        vasp { name }
        ownershipProofs { status }
      }
    }`

export interface StoryOptions {
  /** If true, the story is followed by all outcomes of the counterparty. */
  readonly all: boolean
}

/** Plays the story. Returns the exit code: 0, or 1 after reporting which step failed. */
export async function playStory(node: NodeFile, narrator: Narrator, { all }: StoryOptions): Promise<number> {
  const events: Events[] = []
  try {
    narrator.step('Request a token, as an integrator does')
    narrator.request(`POST ${node.baseUrl}/auth/realms/${node.realm}/protocol/openid-connect/token`)
    const token = await fetchToken(node)
    narrator.say(`an access token of ${token.length} characters, for the client ${node.clientId}`)
    const api = openApi(node, token, ({ trpdTransactions }) => narrator.live(trpdTransactions))
    const summary = await play({ node, api, narrator, all, opened: (live) => events.push(live) })
    narrator.done(summary)
    return 0
  } catch (error) {
    narrator.fail(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    for (const live of events) live[Symbol.dispose]()
  }
}

interface Scene extends StoryOptions {
  readonly node: NodeFile
  readonly api: Api
  readonly narrator: Narrator
  opened(events: Events): void
}

async function play(scene: Scene): Promise<string[]> {
  const { api, narrator } = scene
  const travelAddress = scene.node.counterparty?.travelAddresses.approve ?? ''
  const run = async (query: string, variables?: unknown) => {
    narrator.request(query, variables)
    const data = await api.run(query, variables)
    narrator.response(data)
    return data
  }

  narrator.step('Check a travel address')
  await run(
    `
    query ($travelAddress: String!) {
      trpd {
        validateTravelAddress(travelAddress: $travelAddress)
        decodeTravelAddress(travelAddress: $travelAddress) { host url }
      }
    }`,
    { travelAddress },
  )

  narrator.step('Trust the VASP behind it')
  await trustVasp(run, { name: 'Demo counterparty', url: scene.node.counterparty?.url })

  narrator.step('Follow every transaction live')
  narrator.request(LIVE)
  const live = await api.follow(LIVE)
  scene.opened(live)

  narrator.step('Inquire: 0.25 BTC for a customer of that VASP')
  const sent = (await run(INQUIRE, { input: inquiryInput(travelAddress) })).trpd.inquire
  await live.until('the approval', ({ trpdTransactions: event }) => event.id === sent.id && event.status === 'APPROVED')

  narrator.step('Confirm with the hash of the transaction on the ledger')
  const txHash = randomBytes(32).toString('hex')
  await run(
    `
    mutation ($id: ID!, $txHash: String!) {
      trpd { confirmTx(id: $id, txHash: $txHash) { status txHash address delivery { state kind } } }
    }`,
    { id: sent.id, txHash },
  )
  await live.until('the confirmation', ({ trpdTransactions: event }) => event.id === sent.id && event.txHash === txHash)

  narrator.step('Receive an inquiry from the other VASP')
  const received = await receiveInquiry(scene, run, live)

  narrator.step('Prove that a customer owns an address')
  const proof = await proveOwnership(run, received)

  narrator.step('Read the audit trail of the first transaction')
  const trail = await readAuditTrail(scene, sent.id)

  const outcomes = scene.all ? await playOutcomes({ api, narrator, run, live }) : []

  return [
    `sent         ${sent.id}  CONFIRMED with ${txHash.slice(0, 16)}…`,
    `received     ${received}  CONFIRMED by the counterparty`,
    `proof        ${proof}  VERIFIED`,
    `audit trail  ${trail} entries`,
    ...outcomes,
  ]
}

/** An inbound inquiry that is approved here and then confirmed. Returns the id of the transaction. */
async function receiveInquiry({ api, narrator }: Scene, run: Run, live: Events): Promise<string> {
  const created = await run(
    `
    mutation ($input: CreateTravelAddressInput!) {
      trpd { createTravelAddress(input: $input) { travelAddress address } }
    }`,
    { input: { asset: 'btc', address: createWallet().address, label: 'Deposit of a customer' } },
  )
  const { travelAddress } = created.trpd.createTravelAddress
  const request = { travelAddress, amount: '0.5', asset: 'BTC', confirmAfterMs: 0 }
  narrator.request('POST /control/inquire (to the counterparty: send an inquiry to that address)', request)
  await api.control('/control/inquire', request)
  const { trpdTransactions: pending } = await live.until(
    'the inbound inquiry',
    ({ trpdTransactions: event }) => event.direction === 'RECEIVED' && event.status === 'PENDING',
  )
  await run(
    `
    query ($id: ID!) {
      trpd {
        transaction(id: $id) {
          amount amountUnit asset { id } allowedActions ivms101Issues { path constraint }
          originator { originatorPersons { naturalPerson { name { nameIdentifier { primaryIdentifier secondaryIdentifier } } } } }
        }
      }
    }`,
    { id: pending.id },
  )
  await run(
    `
    mutation ($id: ID!) {
      trpd { assessTx(id: $id, decision: APPROVE) { status address delivery { state kind } } }
    }`,
    { id: pending.id },
  )
  await live.until(
    'its confirmation',
    ({ trpdTransactions: event }) => event.id === pending.id && event.status === 'CONFIRMED',
  )
  return pending.id
}

/** Requests a proof for `transactionId` and signs it with a new key; returns its id. */
async function proveOwnership(run: Run, transactionId: string): Promise<string> {
  const wallet = createWallet()
  const requested = await run(
    `
    mutation ($input: RequestSignatureProofInput!) {
      aopd { requestSignatureProof(input: $input) { id status challenge portalUrl } }
    }`,
    { input: { asset: 'BTC', address: wallet.address, transactionId } },
  )
  const { id, challenge } = requested.aopd.requestSignatureProof
  const submitted = await run(
    `
    mutation ($id: ID!, $address: String!, $signature: String!) {
      aopd { submitSignature(id: $id, address: $address, signature: $signature) { status verdict { outcome reason verifier } } }
    }`,
    { id, address: wallet.address, signature: wallet.sign(challenge) },
  )
  if (submitted.aopd.submitSignature.status !== 'VERIFIED') throw new Error('The proof was not verified.')
  return id
}

/** Polls the audit trail until it contains the confirmation. Returns its number of entries. */
async function readAuditTrail({ api, narrator }: Scene, id: string): Promise<number> {
  const query = `
    query ($id: ID!) {
      trpd { transaction(id: $id) { status auditTrail { sequence type actor { type name } at } } }
    }`
  narrator.request(query, { id })
  for (let attempt = 1; ; attempt += 1) {
    const data = await api.run(query, { id })
    const trail: { type: string }[] = data.trpd.transaction.auditTrail ?? []
    // The story ends once the inquiry and the confirmation have been delivered.
    if (trail.filter(({ type }) => type === 'transfer.delivered').length === 2) {
      narrator.response(data)
      return trail.length
    }
    if (attempt === AUDIT_ATTEMPTS_MAX)
      throw new Error('The confirmation did not reach the audit log. The logs of trpd and autod may say why.')
    await new Promise((resolve) => setTimeout(resolve, AUDIT_PAUSE_MS))
  }
}
