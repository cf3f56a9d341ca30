import { randomUUID } from 'node:crypto'
import { isJsonObject } from '../foundation/domain/json.ts'
import type { TestCounterparty } from './test-counterparty.ts'

type Respond = TestCounterparty['respond']

/**
 * Responds to an inquiry like TRISA's Go library, which speaks only 3.1.0 and does not say so in a header
 * when it refuses another version. It reads a coin type of 0 as absent, and cannot parse a numeric one.
 *
 * Source: trisa at dbfd1ae (MIT), pkg/openvasp handler and trp/v3 validation; recorded from it.
 */
export const respondAsTrisa: Respond = ({ headers, body }) => {
  if (headers['api-version'] !== '3.1.0') {
    return { status: 400, headers: { 'api-version': undefined }, body: 'must specify api version header 3.1.0\n' }
  }
  const { asset } = JSON.parse(body)
  if (isJsonObject(asset) && typeof asset.slip0044 === 'number') {
    return refuse(400, 'json: cannot unmarshal number into Go struct field Asset.asset.slip0044 of type string\n')
  }
  const isBitcoin = asset.slip0044 === 'BTC'
  if (asset.dti === undefined && (asset.slip0044 === undefined || isBitcoin)) {
    return refuse(422, 'invalid: must specify either DTI or SLIP-0044 asset identifier\n')
  }
  return { status: 200, headers: { 'api-version': '3.1.0' }, body: '{"version":"3.1.0"}' }
}

function refuse(status: number, body: string) {
  return { status, headers: { 'api-version': '3.1.0', 'content-type': 'text/plain; charset=utf-8' }, body }
}

/** Sends a message like TRISA's library: in 3.1.0, with only the media type as the content type. */
export function postAsTrisa(url: string, body: string): Promise<Response> {
  const headers = { 'api-version': '3.1.0', 'request-identifier': randomUUID(), 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body })
}

/**
 * An inquiry about BTC as written by TRISA's library: an empty asset, no beneficiary VASP, and no account numbers of
 * the originator. `originator` is the family name of Adaeze.
 *
 * Source: the shape of trisa at dbfd1ae (MIT), pkg/openvasp/testdata/inquiry.json; other persons.
 */
export function inquiryOfTrisa(callback: string, originator = 'Okafor'): string {
  return JSON.stringify({
    asset: {},
    amount: 0.000021,
    callback,
    IVMS101: {
      originator: {
        originatorPersons: [
          {
            naturalPerson: {
              name: {
                nameIdentifier: [
                  { primaryIdentifier: originator, secondaryIdentifier: 'Adaeze', nameIdentifierType: 'LEGL' },
                ],
              },
              geographicAddress: [
                {
                  addressType: 'GEOG',
                  streetName: 'Potential Street',
                  buildingNumber: '123',
                  postCode: '91361',
                  townName: 'Thousand Oaks',
                  country: 'US',
                },
              ],
              customerIdentification: '1002390',
            },
          },
        ],
      },
      beneficiary: {
        beneficiaryPersons: [
          { naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: 'Lind', nameIdentifierType: 'LEGL' }] } } },
        ],
        accountNumber: ['mhtL3YVFdpTVffmLgUp4h4bcP3Su2zr5qx'],
      },
      originatingVASP: {
        originatingVASP: {
          legalPerson: {
            name: { nameIdentifier: [{ legalPersonName: 'VASP A', legalPersonNameIdentifierType: 'LEGL' }] },
            nationalIdentification: { nationalIdentifier: '506700T7Z685VUOZL877', nationalIdentifierType: 'LEIX' },
          },
        },
      },
    },
  })
}
