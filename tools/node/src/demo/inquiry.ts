import type { Api } from './api.ts'

/** Runs an operation and prints it as part of the story. */
export type Run = (query: string, variables?: unknown) => ReturnType<Api['run']>

export async function trustVasp(run: Run, { name, url }: { name: string; url: string | undefined }): Promise<void> {
  const registered = await run(
    `
    mutation ($vasp: VaspInput!) {
      trpd { registerOrUpdateVasp(vasp: $vasp) { id name url trust wireProfile { amountUnit } } }
    }`,
    { vasp: { name, url, wireProfile: { amountUnit: 'WHOLE' } } },
  )
  const { id } = registered.trpd.registerOrUpdateVasp
  await run(
    `
    mutation ($id: ID!) {
      trpd { trustVasp(id: $id, note: "Checked by telephone") { name trust } }
    }`,
    { id },
  )
}

export const INQUIRE = `
    mutation ($input: InquireInput!) {
      trpd { inquire(input: $input) { id status requestIdentifier delivery { state } vasp { name trust } } }
    }`

/** The input of a valid inquiry about invented persons. */
export function inquiryInput(travelAddress: string) {
  return {
    travelAddress,
    asset: 'btc',
    amount: '0.25',
    originator: {
      originatorPersons: [
        {
          naturalPerson: {
            name: {
              nameIdentifier: [
                { primaryIdentifier: 'Engels', secondaryIdentifier: 'Friedrich', nameIdentifierType: 'LEGL' },
              ],
            },
            customerIdentification: '1820-1128',
          },
        },
      ],
      accountNumber: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    },
    beneficiary: {
      beneficiaryPersons: [
        {
          naturalPerson: {
            name: {
              nameIdentifier: [{ primaryIdentifier: 'Burns', secondaryIdentifier: 'Mary', nameIdentifierType: 'LEGL' }],
            },
          },
        },
      ],
    },
  }
}
