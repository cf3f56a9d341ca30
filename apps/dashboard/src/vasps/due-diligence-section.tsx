import { useState } from 'react'
import type { VaspDetailFragment } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Fact } from '../ui/fact.tsx'
import { AddDocumentDialog } from './add-document-dialog.tsx'
import { DueDiligenceDialog } from './due-diligence-dialog.tsx'
import { DueDiligenceHistory } from './due-diligence-history.tsx'

interface DueDiligenceSectionProps {
  readonly vasp: VaspDetailFragment
  readonly onDone: () => void
}

/** The findings about a VASP, and the date of its next review. */
export function DueDiligenceSection({ vasp, onDone }: DueDiligenceSectionProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const mayWrite = useScope('trpd:write')
  const [dialog, setDialog] = useState<'RECORD' | 'DOCUMENT'>()
  const words = t.vasps.dueDiligence
  const known = vasp.dueDiligence
  // Incremented so that an open history closes and is loaded again.
  const [added, setAdded] = useState(0)
  const close = (isDone: boolean) => {
    setDialog(undefined)
    if (!isDone) return
    setAdded(added + 1)
    onDone()
  }
  const isDue = known?.nextReviewAt != null && Date.parse(known.nextReviewAt) < now
  return (
    <section className="card" aria-labelledby="due-diligence">
      <div className="card-head">
        <h2 id="due-diligence">{words.title}</h2>
        {mayWrite && (
          <div className="action-buttons">
            <Button onClick={() => setDialog('RECORD')}>{words.record}</Button>
            {known && <Button onClick={() => setDialog('DOCUMENT')}>{words.addDocument}</Button>}
          </div>
        )}
      </div>
      {known === null && <p className="soft">{words.none}</p>}
      {known && (
        <dl className="facts">
          <Fact label={words.licence}>{words.licences[known.licence]}</Fact>
          <Fact label={words.risk}>{known.riskRating ? words.risks[known.riskRating] : words.unrated}</Fact>
          <Fact label={words.leiEntity}>{known.leiEntityStatus && <bdi>{known.leiEntityStatus}</bdi>}</Fact>
          <Fact label={words.leiRegistration}>
            {known.leiRegistrationStatus && <bdi>{known.leiRegistrationStatus}</bdi>}
          </Fact>
          <Fact label={words.reviewed}>{formats.dateTime(known.reviewedAt)}</Fact>
          <Fact label={words.next}>
            {known.nextReviewAt && (
              <span className={isDue ? 'due-soon' : undefined}>
                {formats.dateTime(known.nextReviewAt)} ({formats.relative(known.nextReviewAt, now)})
              </span>
            )}
          </Fact>
          <Fact label={words.recorded}>
            {formats.dateTime(known.recordedAt)} · <bdi>{known.recordedBy.name ?? known.recordedBy.id}</bdi>
          </Fact>
        </dl>
      )}
      {known && <DueDiligenceHistory key={`${known.id} ${added}`} vaspId={vasp.id} />}
      {dialog === 'RECORD' && <DueDiligenceDialog vasp={vasp} onClose={close} />}
      {dialog === 'DOCUMENT' && known && <AddDocumentDialog recordId={known.id} onClose={close} />}
    </section>
  )
}
