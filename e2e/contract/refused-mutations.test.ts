import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { INQUIRE, inquireInput, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'

const api = await openApi(await sharedNode())
const refusal = async (input: object) => {
  const { data, errors } = await api.execute(INQUIRE, { input })
  expect(data).toEqual({ trpd: { inquire: null } })
  expect(errors).toHaveLength(1)
  expect(errors[0]?.path).toEqual(['trpd', 'inquire'])
  return errors[0]
}

describe('a refused mutation', () => {
  it('a mutation with invalid input returns null and the reason', async () => {
    expect((await refusal(inquireInput('taNotAnAddress')))?.message).toMatch(/travel ?address/i)
    expect((await refusal(inquireInput(UNKNOWN_VASP_ADDRESS, { amount: '-1' })))?.message).toMatch(/amount/)
    expect((await refusal(inquireInput(UNKNOWN_VASP_ADDRESS, { asset: 'gold' })))?.message).toMatch(/asset/)
  })

  it('a refused inquiry names the invalid IVMS101 party', async () => {
    const unnamed = { originatorPersons: [{ naturalPerson: { name: { nameIdentifier: [] } } }] }
    const error = await refusal(inquireInput(UNKNOWN_VASP_ADDRESS, { originator: unnamed }))
    expect(error?.message).toMatch(/originator/)
    expect(error?.extensions?.code).toBe('IVMS101_INVALID')
  })

  it('a mutation that violates a business rule returns null and the reason', async () => {
    const { data, errors } = await api.execute(
      'mutation ($id: ID!) { trpd { confirmTx(id: $id, txHash: "ab") { id } } }',
      {
        id: randomUUID(),
      },
    )
    expect(data).toEqual({ trpd: { confirmTx: null } })
    expect(errors[0]?.message).toMatch(/transaction/)
    expect(errors[0]?.extensions?.code).toBe('TRANSACTION_NOT_FOUND')
  })

  it('a refused mutation does not undo the other mutations of the operation', async () => {
    const url = `https://${randomUUID()}.example`
    const { data, errors } = await api.execute(
      `mutation ($url: String!, $id: ID!) { trpd {
        trustVasp(id: $id) { id }
        registerOrUpdateVasp(vasp: { name: "Beside", url: $url }) { name trust }
      } }`,
      { url, id: randomUUID() },
    )
    expect(data).toEqual({ trpd: { trustVasp: null, registerOrUpdateVasp: { name: 'Beside', trust: 'UNTRUSTED' } } })
    expect(errors.map(({ path }) => path)).toEqual([['trpd', 'trustVasp']])
  })

  it('a refused mutation of aopd returns null and the reason', async () => {
    const { data, errors } = await api.execute(
      'mutation { aopd { requestSignatureProof(input: { asset: "GOLD" }) { id } } }',
    )
    expect(data).toEqual({ aopd: { requestSignatureProof: null } })
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/asset/i),
        path: ['aopd', 'requestSignatureProof'],
        extensions: expect.objectContaining({ code: 'ASSET_UNSUPPORTED' }),
      }),
    ])
  })

  it('a refused mutation of autod returns null and the reason', async () => {
    const administrator = await openApi(api.node, 'administrator')
    const { data, errors } = await administrator.execute(
      'mutation { autod { updateSettings(input: { timeZone: "Mars/Base" }) { version } } }',
    )
    expect(data).toEqual({ autod: { updateSettings: null } })
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/timeZone/),
        path: ['autod', 'updateSettings'],
        extensions: expect.objectContaining({ code: 'SETTINGS_INVALID' }),
      }),
    ])
  })
})
