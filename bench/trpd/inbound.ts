import { X509Certificate } from 'node:crypto'
import { createAuthority } from '@travel-rule/certificates/certificate-authority'
import type { BenchTrpd } from './bench-trpd.ts'

/**
 * The headers of an inquiry, without its identifier. A certificate, forwarded like by a proxy, proves its sender:
 * otherwise, the limits on unverified inquiries would end the measurement.
 */
export async function trpHeaders(): Promise<Readonly<Record<string, string>>> {
  const authority = await createAuthority('Bench')
  const { certificate } = await authority.issue({ name: 'sender', hosts: ['127.0.0.1'] })
  return { 'api-version': '3.2.1', 'client-cert': `:${new X509Certificate(certificate).raw.toString('base64')}:` }
}

const person = (primary: string, secondary: string, customer: string) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [{ primaryIdentifier: primary, secondaryIdentifier: secondary, nameIdentifierType: 'LEGL' }],
    },
    geographicAddress: [
      {
        addressType: 'HOME',
        streetName: 'Rue du Lac',
        buildingNumber: '7',
        postCode: '1201',
        townName: 'Geneva',
        country: 'CH',
      },
    ],
    dateAndPlaceOfBirth: { dateOfBirth: '1980-05-17', placeOfBirth: 'Geneva' },
    customerIdentification: customer,
  },
})
const vasp = (name: string, lei: string) => ({
  legalPerson: {
    name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }] },
    nationalIdentification: { nationalIdentifier: lei, nationalIdentifierType: 'LEIX' },
  },
})

/** Exceeds the number of latest transfers among which duplicates are searched. */
const AMOUNTS = 1_000

/** Complete inquiries with different amounts, whose callback is that of the load generator. */
export function inquiriesOf(callbackPort: number): string[] {
  return Array.from({ length: AMOUNTS }, (_, index) => inquiryOf(callbackPort, (index + 1) / AMOUNTS))
}

function inquiryOf(callbackPort: number, amount: number): string {
  return JSON.stringify({
    asset: { slip0044: 'BTC' },
    amount,
    callback: `http://127.0.0.1:${callbackPort}/callback`,
    IVMS101: {
      originator: { originatorPersons: [person('Moreau', 'Alice', '1002390')], accountNumber: ['1002390'] },
      beneficiary: { beneficiaryPersons: [person('Lind', 'Karin', '77')], accountNumber: ['77'] },
      originatingVASP: { originatingVASP: vasp('Sender VASP', '506700T7Z685VUOZL877') },
    },
  })
}

/** Trusts the VASP at the callback, and issues a travel address for its inquiries. Returns the path. */
export async function prepareInbound(node: BenchTrpd, callbackPort: number, autoApprove: boolean): Promise<string> {
  const registered = await node.query<{ trpd: { registerOrUpdateVasp: { id: string } } }>(
    'mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }',
    { vasp: { name: 'Sender VASP', url: `http://127.0.0.1:${callbackPort}`, wireProfile: { amountUnit: 'WHOLE' } } },
  )
  const { id } = registered.trpd.registerOrUpdateVasp
  await node.query('mutation ($id: ID!) { trpd { trustVasp(id: $id) { id } } }', { id })
  await node.query(
    `mutation ($id: ID!, $on: Boolean!) { trpd {
      setAutoApprove(id: $id, enabled: $on, limits: [{ asset: "btc", amountMax: "1" }]) { id }
    } }`,
    { id, on: autoApprove },
  )
  const issued = await node.query<{ trpd: { createTravelAddress: { travelAddress: string } } }>(
    `mutation { trpd { createTravelAddress(input: {
      asset: "btc", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" }) { travelAddress } } }`,
  )
  const { travelAddress } = issued.trpd.createTravelAddress
  const decoded = await node.query<{ trpd: { decodeTravelAddress: { url: string } } }>(
    'query ($address: String!) { trpd { decodeTravelAddress(travelAddress: $address) { url } } }',
    { address: travelAddress },
  )
  const { url } = decoded.trpd.decodeTravelAddress
  return url.slice(url.indexOf('/x/'))
}
