import { afterAll, describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { auditTypes } from '../harness/audit-trail.ts'
import { startCounterparty } from '../harness/counterparty.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { inquire, loadTransfer, registerVaspAt, trustVaspAt, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'
import { watchTransfers } from '../harness/watch-transfers.ts'

const api = await openApi(await sharedNode())
const watch = await watchTransfers(api)
afterAll(() => watch[Symbol.asyncDispose]())

const TRUST = 'mutation ($id: ID!) { trpd { trustVasp(id: $id) { trust } } }'
const BLOCK = 'mutation ($id: ID!) { trpd { blockVasp(id: $id, note: "sanctioned") { trust } } }'

/** Completes another exchange; any message due earlier would have been sent by then. */
async function afterAnotherTransfer(): Promise<void> {
  await using other = await startCounterparty()
  await trustVaspAt(api, other.url)
  const { id } = await inquire(api, (await other.addresses()).approve)
  await watch.until(id, ({ status }) => status === 'APPROVED')
}

describe('an inquiry to an untrusted VASP', () => {
  it('an inquiry to an untrusted VASP is BLOCKED without an outbound request, and sent once the VASP is trusted', async () => {
    await using counterparty = await startCounterparty()
    await registerVaspAt(api, counterparty.url)
    const { approve } = await counterparty.addresses()
    const blocked = await inquire(api, approve)
    expect(blocked).toMatchObject({
      status: 'BLOCKED',
      folder: 'INBOX',
      delivery: { state: 'NONE', attempts: 0 },
      vasp: { trust: 'UNTRUSTED' },
    })
    expect(blocked.reason).toMatch(/trust/)
    expect(blocked.allowedActions).toContain('TRUST_VASP')
    await afterAnotherTransfer()
    expect(await counterparty.log()).toEqual([])
    expect((await loadTransfer(api, blocked.id)).status).toBe('BLOCKED')

    await api.request(TRUST, { id: blocked.vasp.id })
    await watch.until(blocked.id, ({ status }) => status === 'APPROVED')
    expect(watch.statuses(blocked.id)).toEqual(['BLOCKED', 'PENDING', 'APPROVED'])
    expect(
      (await counterparty.log()).filter(({ direction }) => direction === 'RECEIVED').map(({ kind }) => kind),
    ).toEqual(['discovery', 'discovery', 'discovery', 'inquiry'])
    await expect
      .poll(() => auditTypes(api, blocked.id))
      .toEqual(['transfer.inquired', 'transfer.released', 'transfer.delivered', 'transfer.approved'])
  })

  it('an inquiry records an unknown VASP as UNTRUSTED, with its host as its name', async () => {
    const { status, vasp } = await inquire(api, UNKNOWN_VASP_ADDRESS)
    expect(status).toBe('BLOCKED')
    expect(vasp).toMatchObject({ trust: 'UNTRUSTED', name: 'beneficiary.com' })
    expect((await inquire(api, UNKNOWN_VASP_ADDRESS)).vasp.id).toBe(vasp.id)
  })

  it('an inquiry that is canceled before the VASP is trusted is not sent', async () => {
    await using counterparty = await startCounterparty()
    await registerVaspAt(api, counterparty.url)
    const { id, vasp } = await inquire(api, (await counterparty.addresses()).approve)
    await api.request('mutation ($id: ID!) { trpd { cancelTx(id: $id, reason: "no") { status } } }', { id })
    await api.request(TRUST, { id: vasp.id })
    await afterAnotherTransfer()
    expect(await counterparty.log()).toEqual([])
    expect((await loadTransfer(api, id)).status).toBe('CANCELED')
  })
})

describe('a VASP that is blocked after it was trusted', () => {
  it('a VASP that is blocked receives no further inquiry', async () => {
    await using counterparty = await startCounterparty()
    const id = await trustVaspAt(api, counterparty.url)
    await api.request(BLOCK, { id })
    const blocked = await inquire(api, (await counterparty.addresses()).approve)
    expect(blocked).toMatchObject({ status: 'BLOCKED', delivery: { state: 'NONE' }, vasp: { trust: 'BLOCKED' } })
    await afterAnotherTransfer()
    expect(await counterparty.log()).toEqual([])
  })
})
