import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { counterpartyAt, exchangesAbout } from '../harness/counterparty.ts'
import { sharedNode } from '../harness/shared-node.ts'
import {
  confirmTx,
  freshTxHash,
  INQUIRE,
  inquire,
  inquireInput,
  loadTransfer,
  trustVaspAt,
} from '../harness/transfers.ts'
import { delivered, watchTransfers } from '../harness/watch-transfers.ts'

const node = await sharedNode()
const api = await openApi(node)
const { travelAddresses } = node.counterparty
const counterparty = counterpartyAt(node.counterparty.url)
await trustVaspAt(api, counterparty.url)
const watch = await watchTransfers(api)
afterAll(() => watch[Symbol.asyncDispose]())

describe('a repeated inquiry', () => {
  it('a repeated inquiry returns the same transaction, and with different input is refused', async () => {
    const requestIdentifier = randomUUID()
    const first = await inquire(api, travelAddresses.approve, { requestIdentifier })
    expect((await inquire(api, travelAddresses.approve, { requestIdentifier })).id).toBe(first.id)
    const other = await api.execute(INQUIRE, {
      input: inquireInput(travelAddresses.approve, { requestIdentifier, amount: '0.5' }),
    })
    expect(other).toMatchObject({
      data: { trpd: { inquire: null } },
      errors: [{ extensions: { code: 'REQUEST_IDENTIFIER_REUSED' } }],
    })
  })
})

describe('an approved transaction', () => {
  it('a repeated confirmTx returns the same response, and sends no second confirmation', async () => {
    const { id, requestIdentifier } = await inquire(api, travelAddresses.approve)
    await watch.until(id, ({ status }) => status === 'APPROVED')
    const txHash = freshTxHash()
    await confirmTx(api, id, txHash)
    const settled = await watch.until(id, delivered('CONFIRMATION'))
    const again = await confirmTx(api, id, txHash)
    expect(again).toEqual({ data: { trpd: { confirmTx: settled } }, errors: [] })
    const confirmations = (await exchangesAbout(counterparty, requestIdentifier)).filter(
      ({ kind }) => kind === 'confirmation',
    )
    expect(confirmations.map(({ body }) => JSON.parse(body))).toEqual([{ txid: txHash }])
  })

  it('confirmTx with another hash is refused with the status', async () => {
    const { id } = await inquire(api, travelAddresses.approve)
    await watch.until(id, ({ status }) => status === 'APPROVED')
    const txHash = freshTxHash()
    await confirmTx(api, id, txHash)
    const { data, errors } = await confirmTx(api, id, freshTxHash())
    expect(data).toEqual({ trpd: { confirmTx: null } })
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('CONFIRMED'),
        extensions: { code: 'TRANSACTION_WRONG_STATUS', status: 'CONFIRMED' },
      },
    ])
    expect((await loadTransfer(api, id)).txHash).toBe(txHash)
  })

  it('an approved transaction can be canceled with a reason, which the counterparty receives', async () => {
    const started = await inquire(api, travelAddresses.approve)
    await watch.until(started.id, ({ status }) => status === 'APPROVED')
    await api.request('mutation ($id: ID!) { trpd { cancelTx(id: $id, reason: "the customer left") { id } } }', {
      id: started.id,
    })
    await watch.until(started.id, delivered('CANCELLATION'))
    const [last] = (await exchangesAbout(counterparty, started.requestIdentifier)).slice(-1)
    expect(JSON.parse(last?.body ?? '')).toEqual({ canceled: 'the customer left' })
    const late = await confirmTx(api, started.id, freshTxHash())
    expect(late.errors[0]?.message).toContain('CANCELED')
  })
})
