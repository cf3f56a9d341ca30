import type { ApolloClient } from '@apollo/client'
import { CheckPersonsDocument } from '../api/operations.generated.ts'
import type { FieldIssue } from '../persons/issues-by-field.ts'
import { type PartiesDraft, type PartyRole, partiesDocument } from './draft.ts'

/** Deviations of the parties in `roles` from IVMS101. Rejects with the API's error. */
export async function checkParties(
  client: ApolloClient,
  parties: PartiesDraft,
  roles: readonly PartyRole[],
): Promise<readonly FieldIssue[]> {
  const variables = { payload: partiesDocument(parties) }
  const checked = await client.query({ query: CheckPersonsDocument, variables, fetchPolicy: 'no-cache' })
  return (checked.data?.trpd?.validateIvms101?.issues ?? []).filter(({ path }) =>
    roles.some((role) => path === role || path.startsWith(`${role}.`)),
  )
}
