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
import { textOrNull } from '../api/text-or-null.ts'
import { type CounterpartyReason, reasonVariables } from './counterparty-reason.ts'

/** The person's input for an action. */
export interface ActionInput {
  /** The hash, payment address or note. */
  readonly text: string
  /** The text that the counterparty receives. */
  readonly reason: CounterpartyReason
  /** The reason for the history of the case. */
  readonly internalReason: string
  readonly unit: AmountUnit
}

/** The version of the transaction that the person has seen. */
export type SeenTransaction = Pick<TransactionDetailFragment, 'id' | 'version' | 'vasp'>

/** Runs an action on a transaction. Rejects with the API's error. */
export async function runAction(
  client: ApolloClient,
  action: TransactionAction,
  { id, version, vasp }: SeenTransaction,
  { text, reason, internalReason, unit }: ActionInput,
): Promise<unknown> {
  const decided = { id, version, internalReason: textOrNull(internalReason) }
  switch (action) {
    case 'APPROVE':
      return client.mutate({
        mutation: AssessDocument,
        variables: { ...decided, decision: action, address: textOrNull(text) },
      })
    case 'DECLINE':
      return client.mutate({
        mutation: AssessDocument,
        variables: { ...decided, decision: action, ...reasonVariables(reason) },
      })
    case 'CONFIRM':
      return client.mutate({ mutation: ConfirmDocument, variables: { id, txHash: text } })
    case 'CANCEL':
      return client.mutate({ mutation: CancelDocument, variables: { ...decided, ...reasonVariables(reason) } })
    case 'RETRY_DELIVERY':
      return client.mutate({ mutation: RetryDeliveryDocument, variables: { id } })
    case 'ACCEPT_CONFIRMATION':
      return client.mutate({ mutation: AcceptConfirmationDocument, variables: { id } })
    case 'ARCHIVE':
      return client.mutate({ mutation: ArchiveDocument, variables: { id } })
    case 'TRUST_VASP':
      if (vasp === null) return undefined
      await client.mutate({ mutation: TrustVaspDocument, variables: { id: vasp.id, note: textOrNull(text) } })
      return refetch(client, id)
    case 'SET_WIRE_PROFILE':
      if (vasp === null) return undefined
      await client.mutate({ mutation: SetAmountUnitDocument, variables: { id: vasp.id, unit } })
      return refetch(client, id)
  }
}

/** Proposes to approve or decline, for a second person. Rejects with the API's error. */
export async function proposeDecision(
  client: ApolloClient,
  action: TransactionAction,
  { id }: SeenTransaction,
  { text, reason, internalReason }: ActionInput,
): Promise<void> {
  const decision =
    action === 'APPROVE'
      ? { decision: action, address: textOrNull(text) }
      : { decision: 'DECLINE' as const, ...reasonVariables(reason) }
  await client.mutate({
    mutation: ProposeDecisionDocument,
    variables: { id, ...decision, internalReason: textOrNull(internalReason) },
    refetchQueries: ['TransactionCase'],
  })
}

/** After a change of its VASP, the transaction may have continued. */
async function refetch(client: ApolloClient, id: string): Promise<void> {
  await client.query({ query: TransactionDetailsDocument, variables: { id }, fetchPolicy: 'network-only' })
}
