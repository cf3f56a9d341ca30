import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type TransactionDetailFragment,
  TransactionTextsDocument,
  type TransactionTextsQueryVariables,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useScope } from '../session/use-session.ts'
import type { InternalTexts, WrittenText } from './case-texts.ts'

/** The texts of a transaction that may contain personal data. Loading them is recorded as a read. */
export interface Texts {
  readonly reason: string | null
  readonly lastProblem: string | null
  /** `undefined` until loaded, and for people who may not read them. */
  readonly internal: InternalTexts | undefined
  readonly written: readonly WrittenText[]
  /** The error if they could not be loaded. */
  readonly problem: ApiProblem | undefined
  /** Stores a text that the person has written, which does not have to be read. */
  readonly wrote: (text: WrittenText) => void
  /** Loads all texts again. */
  readonly reload: () => void
}

/**
 * Loads the texts in one request when the page is opened. After a change of the transaction, loads only a reason or a
 * problem that may be new, so that no text is read twice.
 */
export function useTexts({ id, status, version, delivery, erasedAt }: TransactionDetailFragment): Texts {
  const client = useApolloClient()
  const withInternal = useScope('pii:read')
  const [loaded, setLoaded] = useState<Pick<Texts, 'reason' | 'lastProblem' | 'internal'>>(NOTHING)
  const [problem, setProblem] = useState<ApiProblem>()
  const [written, setWritten] = useState<readonly WrittenText[]>([])
  const load = useCallback(
    async (parts: Omit<TransactionTextsQueryVariables, 'id'>) => {
      const variables = { id, ...parts }
      try {
        const query = { query: TransactionTextsDocument, variables, fetchPolicy: 'no-cache' } as const
        const found = (await client.query(query)).data?.trpd?.transaction
        if (!found) return
        const { reason, delivery: delivered, case: internal, legalHold = null } = found
        setLoaded((before) => ({
          reason: reason === undefined ? before.reason : reason,
          lastProblem: delivered === undefined ? before.lastProblem : delivered.lastProblem,
          internal: internal === undefined ? before.internal : { case: internal, legalHold },
        }))
        setProblem(undefined)
      } catch (error) {
        setProblem(apiProblem(error))
      }
    },
    [client, id],
  )
  const reload = useCallback(
    () => void load({ withReason: true, withProblem: true, withInternal }),
    [load, withInternal],
  )
  const seen = useRef<{ readonly status: string; readonly version: number; readonly delivered: string }>(undefined)
  const delivered = `${delivery.state} ${delivery.attempts}`
  useEffect(() => {
    const before = seen.current
    seen.current = { status, version, delivered }
    if (before === undefined) return reload()
    // Only people's reasons are final; the service's reasons may change with each version.
    const isFinal = status === 'DECLINED' || status === 'CANCELED'
    const withReason = before.status !== status || (!isFinal && before.version !== version)
    const withProblem = before.delivered !== delivered
    if (withReason || withProblem) void load({ withReason, withProblem, withInternal: false })
  }, [load, reload, status, version, delivered])
  const wrote = useCallback((text: WrittenText) => setWritten((before) => [...before, text]), [])
  return { ...(erasedAt === null ? { ...loaded, written } : { ...NOTHING, written: [] }), problem, wrote, reload }
}

const NOTHING = { reason: null, lastProblem: null, internal: undefined }
