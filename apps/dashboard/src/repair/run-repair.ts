import type { ApolloClient } from '@apollo/client'
import {
  CorrectDataDocument,
  type RepairFactsQuery,
  ResubmitDocument,
  type ResubmitInput,
  RetryDeliveryDocument,
} from '../api/operations.generated.ts'
import { wholeAmount } from '../language/amount.ts'
import type { changedParties } from './changed-parties.ts'

type Transaction = NonNullable<NonNullable<RepairFactsQuery['trpd']>['transaction']>
type Changes = ReturnType<typeof changedParties>

/**
 * Both methods return the id of the transaction to show. They reject with the API's error, and may then be tried again.
 */
export interface Repair {
  /** Corrects the data, and sends the inquiry again if `isSentNow`. */
  correct(changes: Changes, isSentNow: boolean): Promise<string>
  /** Sends a new inquiry in place of the transaction. */
  resubmit(changes: Changes & { readonly travelAddress: string; readonly amount: string }): Promise<string>
}

export function openRepair(client: ApolloClient, transaction: Transaction): Repair {
  const { id } = transaction
  // Makes a repeated submission harmless.
  const requestIdentifier = crypto.randomUUID()
  let { version } = transaction
  return {
    async correct(changes, isSentNow) {
      const variables = { id, version, ...changes }
      const { data } = await client.mutate({ mutation: CorrectDataDocument, variables, fetchPolicy: 'no-cache' })
      version = data?.trpd?.correctTx?.version ?? version
      if (isSentNow) await client.mutate({ mutation: RetryDeliveryDocument, variables: { id } })
      return id
    },
    async resubmit({ travelAddress, amount, ...parties }) {
      const input: ResubmitInput = {
        ...parties,
        requestIdentifier,
        ...changedText('travelAddress', transaction.travelAddress ?? '', travelAddress),
        ...changedText('amount', wholeAmountOf(transaction), amount),
      }
      const { data } = await client.mutate({
        mutation: ResubmitDocument,
        variables: { id, input },
        fetchPolicy: 'no-cache',
      })
      return data?.trpd?.resubmitTx?.id ?? id
    },
  }
}

/** The amount in whole units; empty while its unit is unknown. */
export function wholeAmountOf({ amount, amountUnit, asset }: Transaction): string {
  return amountUnit === null ? '' : (wholeAmount(amount, amountUnit, asset.decimals) ?? '')
}

function changedText<Name extends 'travelAddress' | 'amount'>(name: Name, before: string, after: string) {
  const text = after.trim()
  return text === '' || text === before ? {} : ({ [name]: text } as Record<Name, string>)
}
