import type { ApolloClient } from '@apollo/client'
import {
  ArchiveBatchDocument,
  AssignBatchDocument,
  type BatchResultFragment,
  DeclineBatchDocument,
  HoldBatchDocument,
  type InboxRowFragment,
  TakeBatchDocument,
} from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { type CounterpartyReason, reasonVariables } from '../transaction/counterparty-reason.ts'
import { NOBODY } from './list/inbox-filter.ts'

/** Actions that can be applied to all selected transactions. */
export const BATCH_ACTIONS = ['TAKE', 'ASSIGN', 'HOLD', 'DECLINE', 'ARCHIVE'] as const
export type BatchAction = (typeof BATCH_ACTIONS)[number]

/** The person's input. */
export interface BatchInput extends CounterpartyReason {
  /** Id of a person, or `NOBODY`; empty until one is chosen. */
  readonly assignee: string
  /** The internal reason for a hold or a decline; optional for a decline. */
  readonly internalReason: string
}

/** The result of a batch. */
export interface BatchOutcome {
  readonly done: readonly string[]
  readonly refused: readonly RefusedItem[]
}

export interface RefusedItem {
  readonly id: string
  readonly code: string
  readonly message: string
  /** The transaction in its current state; as listed if it no longer exists. */
  readonly row: InboxRowFragment
}

/**
 * Changes the transactions in the versions that the person has seen. Rejects with the API's error if the whole batch
 * failed.
 */
export async function changeBatch(
  client: ApolloClient,
  action: BatchAction,
  rows: readonly InboxRowFragment[],
  input: BatchInput,
): Promise<BatchOutcome> {
  const isDecision = action === 'DECLINE' || action === 'ARCHIVE'
  const targets = rows.map(({ id, version, case: { version: caseVersion } }) => ({
    id,
    expectedVersion: isDecision ? version : caseVersion,
  }))
  const items = await send(client, action, targets, input)
  const known = new Map(rows.map((row) => [row.id, row]))
  return {
    done: items.flatMap(({ id, refusal }) => (refusal === null ? [id] : [])),
    refused: items.flatMap(({ id, refusal, transaction }) => {
      const row = transaction ?? known.get(id)
      return refusal === null || row === undefined ? [] : [{ id, ...refusal, row }]
    }),
  }
}

async function send(
  client: ApolloClient,
  action: BatchAction,
  targets: { readonly id: string; readonly expectedVersion: number }[],
  input: BatchInput,
): Promise<readonly BatchResultFragment[]> {
  const { assignee, internalReason } = input
  switch (action) {
    case 'TAKE':
      return itemsOf(await client.mutate({ mutation: TakeBatchDocument, variables: { targets } }))
    case 'ASSIGN': {
      const variables = { targets, assignee: assignee === NOBODY ? null : assignee }
      return itemsOf(await client.mutate({ mutation: AssignBatchDocument, variables }))
    }
    case 'HOLD': {
      const variables = { targets, reason: internalReason.trim() }
      return itemsOf(await client.mutate({ mutation: HoldBatchDocument, variables }))
    }
    case 'DECLINE': {
      const variables = { targets, ...reasonVariables(input), internalReason: textOrNull(internalReason) }
      return itemsOf(await client.mutate({ mutation: DeclineBatchDocument, variables }))
    }
    case 'ARCHIVE':
      return itemsOf(await client.mutate({ mutation: ArchiveBatchDocument, variables: { targets } }))
  }
}

type BatchResponse = { readonly trpd?: { readonly items: readonly BatchResultFragment[] | null } | null }

function itemsOf({ data }: { readonly data?: BatchResponse | undefined }): readonly BatchResultFragment[] {
  if (!data?.trpd?.items) throw new Error('the response has no items')
  return data.trpd.items
}
