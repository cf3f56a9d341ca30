import type { ApolloClient } from '@apollo/client'
import {
  AcceptConfirmationDocument,
  type AmountUnit,
  ArchiveDocument,
  AssessDocument,
  CancelDocument,
  ConfirmDocument,
  ProposeDecisionDocument,
  RetryDeliveryDocument,
  SetAmountUnitDocument,
  type TransactionAction,
  type TransactionDetailFragment,
  TransactionDetailsDocument,
  TrustVaspDocument,
} from '../api/operations.generated.ts'

/** What the person entered for an action. */
export interface ActionInput {
  /** The reason, hash, payment address or note. */
  readonly text: string
  readonly unit: AmountUnit
}

/** Runs an action on a transaction. Rejects with the error of the API. */
export async function runAction(
  client: ApolloClient,
  action: TransactionAction,
  { id, vasp }: Pick<TransactionDetailFragment, 'id' | 'vasp'>,
  { text, unit }: ActionInput,
): Promise<void> {
  switch (action) {
    case 'APPROVE': {
      const address = text === '' ? null : text
      await client.mutate({ mutation: AssessDocument, variables: { id, decision: 'APPROVE', address } })
      return
    }
    case 'DECLINE':
      await client.mutate({ mutation: AssessDocument, variables: { id, decision: 'DECLINE', reason: text } })
      return
    case 'CONFIRM':
      await client.mutate({ mutation: ConfirmDocument, variables: { id, txHash: text } })
      return
    case 'CANCEL':
      await client.mutate({ mutation: CancelDocument, variables: { id, reason: text } })
      return
    case 'RETRY_DELIVERY':
      await client.mutate({ mutation: RetryDeliveryDocument, variables: { id } })
      return
    case 'ACCEPT_CONFIRMATION':
      await client.mutate({ mutation: AcceptConfirmationDocument, variables: { id } })
      return
    case 'ARCHIVE':
      await client.mutate({ mutation: ArchiveDocument, variables: { id } })
      return
    case 'TRUST_VASP':
      if (vasp === null) return
      await client.mutate({ mutation: TrustVaspDocument, variables: { id: vasp.id, note: text === '' ? null : text } })
      await refetch(client, id)
      return
    case 'SET_WIRE_PROFILE':
      if (vasp === null) return
      await client.mutate({ mutation: SetAmountUnitDocument, variables: { id: vasp.id, unit } })
      await refetch(client, id)
      return
  }
}

/** Proposes to approve or decline, for a second person. Rejects with the error of the API. */
export async function proposeDecision(
  client: ApolloClient,
  action: TransactionAction,
  { id }: Pick<TransactionDetailFragment, 'id'>,
  { text, internalReason }: ActionInput & { readonly internalReason: string },
): Promise<void> {
  const entered = text === '' ? null : text
  const decision =
    action === 'APPROVE' ? { decision: action, address: entered } : { decision: 'DECLINE' as const, reason: entered }
  const why = internalReason.trim()
  await client.mutate({
    mutation: ProposeDecisionDocument,
    variables: { id, ...decision, internalReason: why === '' ? null : why },
    refetchQueries: ['TransactionCase'],
  })
}

/** After a change of its VASP, the transaction may have continued. */
async function refetch(client: ApolloClient, id: string): Promise<void> {
  await client.query({ query: TransactionDetailsDocument, variables: { id }, fetchPolicy: 'network-only' })
}
