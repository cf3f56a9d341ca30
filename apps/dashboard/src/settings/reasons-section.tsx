import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { type ReviewedReasonFragment, ReviewedReasonsDocument } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { type ReasonChange, ReasonDialog } from './reason-dialog.tsx'

/** The texts for counterparties from which officers choose. Administrators write them. */
export function ReasonsSection() {
  const { t } = useLanguage()
  const mayChange = [useScope('trpd:write'), useScope('autod:write')].every(Boolean)
  const [change, setChange] = useState<ReasonChange>()
  const [done, setDone] = useState('')
  const { data, error, loading, refetch } = useQuery(ReviewedReasonsDocument, { fetchPolicy: 'cache-and-network' })
  const reasons = data?.trpd?.counterpartyReasons
  const words = t.reasons
  return (
    <section className="card panel" aria-labelledby="reasons">
      <div className="card-head">
        <h2 id="reasons">{words.title}</h2>
        {mayChange && <Button onClick={() => setChange({ kind: 'ADD' })}>{words.add}</Button>}
      </div>
      <p className="soft">{words.intro}</p>
      <div role="status">{done !== '' && <Notice tone="good">{done}</Notice>}</div>
      {error && !reasons && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && !reasons && (
        <p className="empty" role="status">
          {t.app.loading}
        </p>
      )}
      {reasons?.length === 0 && <p className="soft">{words.empty}</p>}
      <ul className="items">
        {reasons?.map((reason) => (
          <Reason key={reason.id} reason={reason} mayChange={mayChange} onChange={setChange} />
        ))}
      </ul>
      {change && (
        <ReasonDialog
          change={change}
          takenIds={reasons?.map(({ id }) => id) ?? []}
          onClose={(isDone) => {
            setDone(isDone ? words.done[change.kind] : '')
            setChange(undefined)
            if (isDone) void refetch().catch(() => {})
          }}
        />
      )}
    </section>
  )
}

interface ReasonProps {
  readonly reason: ReviewedReasonFragment
  readonly mayChange: boolean
  readonly onChange: (change: ReasonChange) => void
}

function Reason({ reason, mayChange, onChange }: ReasonProps) {
  const { t, formats } = useLanguage()
  const words = t.reasons
  return (
    <li className="item">
      <div>
        <p>
          <bdi>{reason.text}</bdi>
        </p>
        <p className="soft">
          <code>{reason.id}</code>
          {` · ${words.version(String(reason.version), formats.dateTime(reason.updatedAt))}`}
          {reason.retired && ` · ${words.retired}`}
        </p>
      </div>
      {mayChange && (
        <div className="action-buttons">
          <Button
            look="small"
            aria-label={`${reason.retired ? words.restore : words.edit}: ${reason.id}`}
            onClick={() => onChange({ kind: 'EDIT', reason })}
          >
            {reason.retired ? words.restore : words.edit}
          </Button>
          {!reason.retired && (
            <Button
              look="small"
              aria-label={`${words.retire}: ${reason.id}`}
              onClick={() => onChange({ kind: 'RETIRE', reason })}
            >
              {words.retire}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
