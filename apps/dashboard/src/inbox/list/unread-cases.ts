import type { ApolloClient } from '@apollo/client'
import { UnreadCasesDocument } from '../../api/operations.generated.ts'

/** The listed transactions with news for the person. */
export interface UnreadCases {
  current(): ReadonlySet<string>
  /** Sets the marks of a loaded page. */
  note(nodes: readonly { readonly id: string; readonly case: { readonly isUnread: boolean } }[]): void
  /** A transaction has changed: soon queries if that is news. */
  changed(id: string): void
  close(): void
}

const DELAY_MS = 2_000
/** Maximum number of transactions per query, latest changes first; the others are queried afterwards. */
const IDS_MAX = 100

/** `onChange`: called when the set has changed. */
export function openUnreadCases(client: ApolloClient, onChange: () => void): UnreadCases {
  let unread: ReadonlySet<string> = new Set()
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Set<string>()

  function note(nodes: Parameters<UnreadCases['note']>[0]): void {
    const next = new Set(unread)
    for (const {
      id,
      case: { isUnread },
    } of nodes) {
      if (isUnread) next.add(id)
      else next.delete(id)
    }
    const isSame = next.size === unread.size && next.isSubsetOf(unread)
    if (isSame || isClosed) return
    unread = next
    onChange()
  }

  async function ask(): Promise<void> {
    timer = undefined
    const ids = [...waiting].slice(-IDS_MAX)
    for (const id of ids) waiting.delete(id)
    const variables = { ids, first: ids.length }
    const response = await client
      .query({ query: UnreadCasesDocument, variables, fetchPolicy: 'no-cache' })
      .catch(() => {})
    note(response?.data?.trpd?.transactions?.nodes ?? [])
    if (waiting.size > 0) schedule()
  }

  function schedule(): void {
    if (!isClosed) timer ??= setTimeout(() => void ask(), DELAY_MS)
  }

  return {
    current: () => unread,
    note,
    changed(id) {
      waiting.delete(id)
      waiting.add(id)
      schedule()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
