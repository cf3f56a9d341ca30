import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { registerVaspAt } from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'

const node = await sharedNode()
const api = await openApi(node)
const check = (travelAddress: string) =>
  api.execute<{ trpd: { validateTravelAddress: boolean | null } }>(
    'query ($text: String!) { trpd { validateTravelAddress(travelAddress: $text) } }',
    { text: travelAddress },
  )

describe('trpd { vasps { name } }', () => {
  it('vasps returns a plain list of VASP records, not a connection', async () => {
    await registerVaspAt(api, 'https://listed.example')
    const { data, errors } = await api.execute<{ trpd: { vasps: { name: string }[] } }>('{ trpd { vasps { name } } }')
    expect(errors).toEqual([])
    expect(Array.isArray(data.trpd.vasps)).toBe(true)
    expect(data.trpd.vasps).toContainEqual({ name: 'Demo Counterparty VASP' })
  })
})

describe('trpd { validateTravelAddress }', () => {
  it('validateTravelAddress is true for a valid travel address', async () => {
    const { data, errors } = await check(node.counterparty.travelAddresses.approve)
    expect(errors).toEqual([])
    expect(data).toEqual({ trpd: { validateTravelAddress: true } })
  })

  it('validateTravelAddress is null for a wrong checksum, with the reason in errors[0].message', async () => {
    const address = node.counterparty.travelAddresses.approve
    const { data, errors } = await check(`${address.slice(0, -1)}${address.endsWith('z') ? 'y' : 'z'}`)
    expect(data).toEqual({ trpd: { validateTravelAddress: null } })
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toMatch(/checksum/i)
    expect(errors[0]?.path).toEqual(['trpd', 'validateTravelAddress'])
  })

  it('validateTravelAddress is null for a payment address, with a distinct error code', async () => {
    const { data, errors } = await check(openBitcoinWallet().address)
    expect(data).toEqual({ trpd: { validateTravelAddress: null } })
    expect(errors[0]?.message).toMatch(/\bta\b/)
    expect(errors[0]?.extensions?.code).toMatch(/^TRAVEL_ADDRESS_/)
  })

  it('a null validateTravelAddress does not affect its sibling fields', async () => {
    const { data } = await api.execute('{ trpd { validateTravelAddress(travelAddress: "x") ownIdentity { name } } }')
    expect(data).toEqual({ trpd: { validateTravelAddress: null, ownIdentity: { name: 'Example VASP' } } })
  })
})
