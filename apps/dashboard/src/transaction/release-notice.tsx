import { useQuery } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import {
  AcceptFindingDocument,
  TransactionReleaseDocument,
  type TransactionReleaseQuery,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { AskReasonDialog } from '../ui/ask-reason-dialog.tsx'
import { Button } from '../ui/button.tsx'

type Found = NonNullable<NonNullable<NonNullable<TransactionReleaseQuery['trpd']>['transaction']>['release']>
type Obstacle = Found['obstacles'][number]

interface ReleaseNoticeProps {
  readonly id: string
  /** Changes whenever the obstacles of the transaction may have changed. */
  readonly state: string
  /** True if the transaction waits for something that can be stopped. */
  readonly isOpen: boolean
  readonly onAccepted: () => void
}

/** Interval at which the state of running checks is requested, in milliseconds. */
const CHECKING_MS = 2_000

/** The obstacles of a transaction, with the finding that a person can accept. */
export function ReleaseNotice({ id, state, isOpen, onAccepted }: ReleaseNoticeProps) {
  const { t } = useLanguage()
  const api = useApi()
  const mayWrite = useScope('trpd:write')
  const [accepted, setAccepted] = useState<string>()
  const { data, refetch, startPolling, stopPolling } = useQuery(TransactionReleaseDocument, {
    variables: { id },
    fetchPolicy: 'no-cache',
  })
  const release = data?.trpd?.transaction?.release
  const isChecking = release?.isChecking ?? false
  const loadedFor = useRef(state)
  useEffect(() => {
    if (loadedFor.current === state) return
    loadedFor.current = state
    void refetch().catch(() => {})
  }, [state, refetch])
  useEffect(() => {
    if (isChecking) startPolling(CHECKING_MS)
    return stopPolling
  }, [isChecking, startPolling, stopPolling])
  const words = t.release
  if (release === undefined) return null
  if (release.obstacles.length === 0) {
    return release.requiresNothing && isOpen ? <p className="soft">{words.requiresNothing}</p> : null
  }
  return (
    <section className={`notice ${isChecking ? 'notice-news' : 'notice-problem'}`} aria-labelledby="release">
      <h3 id="release">{words.title}</h3>
      <ul className="obstacles">
        {release.obstacles.map((obstacle) => (
          <li key={`${obstacle.code} ${obstacle.check} ${obstacle.finding}`}>
            <ObstacleText obstacle={obstacle} />
            {mayWrite && obstacle.finding !== null && (
              <Button onClick={() => setAccepted(obstacle.finding ?? undefined)}>{words.accept}</Button>
            )}
          </li>
        ))}
      </ul>
      {isChecking && <p>{words.checking}</p>}
      {accepted !== undefined && (
        <AskReasonDialog
          name={`accept ${id} ${accepted}`}
          title={words.acceptTitle}
          text={words.acceptText}
          button={words.accept}
          submit={async (reason) => {
            await api.change(AcceptFindingDocument, { id, finding: accepted, reason })
            await refetch()
          }}
          onClose={() => {
            setAccepted(undefined)
            onAccepted()
          }}
        />
      )}
    </section>
  )
}

function ObstacleText({ obstacle }: { readonly obstacle: Obstacle }) {
  const { t } = useLanguage()
  const { code, acts, check, verdict } = obstacle
  const names: Readonly<Record<string, string>> = t.checks.names
  const found = check === null ? undefined : [names[check] ?? check, verdict && t.checks.verdicts[verdict]]
  return (
    <div>
      {found && <strong>{found.filter(Boolean).join(': ')}</strong>}
      <p>{t.release.codes[code]}</p>
      <p className="soft">{t.release.stops(acts.map((act) => t.release.acts[act]).join(', '))}</p>
    </div>
  )
}
