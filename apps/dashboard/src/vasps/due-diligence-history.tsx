import { useApolloClient } from '@apollo/client/react'
import { lazy, Suspense, useState } from 'react'
import {
  DueDiligenceFileDocument,
  DueDiligenceHistoryDocument,
  type DueDiligenceHistoryQuery,
} from '../api/operations.generated.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'

const EraseRecordDialog = lazy(async () => ({
  default: (await import('./erase-record-dialog.tsx')).EraseRecordDialog,
}))

type Records = NonNullable<NonNullable<DueDiligenceHistoryQuery['trpd']>['vasp']>['dueDiligenceHistory']

/** All due diligence records with their answers and documents, which are loaded on demand. */
export function DueDiligenceHistory({ vaspId }: { readonly vaspId: string }) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const maySee = useScope('pii:read')
  const mayWrite = useScope('trpd:write')
  const isAdministrator = useScope('autod:write')
  // Stored only here and not in the cache, so that hiding discards it.
  const [records, setRecords] = useState<Records>()
  const { problem, run } = useAttempt()
  const [toErase, setToErase] = useState<string>()
  const words = t.vasps.dueDiligence

  const load = async () => {
    const variables = { id: vaspId, personal: maySee }
    const { data } = await client.query({ query: DueDiligenceHistoryDocument, variables, fetchPolicy: 'no-cache' })
    setRecords(data?.trpd?.vasp?.dueDiligenceHistory ?? [])
  }
  const download = async (id: string) => {
    const { data } = await client.query({
      query: DueDiligenceFileDocument,
      variables: { id },
      fetchPolicy: 'no-cache',
    })
    const file = data?.trpd?.dueDiligenceDocument
    if (file == null) return
    const bytes = Uint8Array.from(atob(file.content), (character) => character.charCodeAt(0))
    saveFile(file.document.name ?? id, 'application/octet-stream', bytes)
  }

  return (
    <>
      <div className="action-buttons">
        <Button
          aria-expanded={records !== undefined}
          onClick={() => (records ? setRecords(undefined) : void run(load))}
        >
          {records ? words.hideHistory : words.showHistory}
        </Button>
      </div>
      {problem && <ProblemNotice problem={problem} title={t.problems.load} />}
      {records && !maySee && <p className="soft">{words.historyMasked}</p>}
      {records?.map((record) => (
        <RecordArticle
          key={record.id}
          record={record}
          onDownload={maySee ? (id) => void run(() => download(id)) : undefined}
          onErase={mayWrite && isAdministrator ? () => setToErase(record.id) : undefined}
        />
      ))}
      {toErase !== undefined && (
        <Suspense>
          <EraseRecordDialog
            recordId={toErase}
            onClose={(isDone) => {
              setToErase(undefined)
              if (isDone) void run(load)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface RecordArticleProps {
  readonly record: Records[number]
  /** Absent for people who may not do this. */
  readonly onDownload: ((documentId: string) => void) | undefined
  /** Absent for people who may not do this. */
  readonly onErase: (() => void) | undefined
}

function RecordArticle({ record, onDownload, onErase }: RecordArticleProps) {
  const { t, formats } = useLanguage()
  const words = t.vasps.dueDiligence
  const { licence, riskRating, answers, documents, erasedAt } = record
  return (
    <article aria-label={formats.dateTime(record.recordedAt)}>
      <h3>
        {formats.dateTime(record.recordedAt)} · <bdi>{record.recordedBy.name ?? record.recordedBy.id}</bdi>
      </h3>
      <p>
        {words.licences[licence]} · {riskRating === null ? words.unrated : words.risks[riskRating]}
      </p>
      {erasedAt !== null && <p className="soft">{words.erased(formats.dateTime(erasedAt))}</p>}
      {answers && answers.length > 0 && (
        <dl>
          {answers.map(({ key, question, answer }) => (
            <div key={key}>
              <dt className="soft">
                <bdi>{question}</bdi>
              </dt>
              <dd>
                <bdi>{answer}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {erasedAt === null && documents.length > 0 && (
        <ul>
          {documents.map(({ id, name, mediaType, bytes, addedAt }) => (
            <li key={id}>
              <bdi>{name ?? mediaType}</bdi>{' '}
              <span className="soft">
                {words.bytes(formats.count(bytes))} · {formats.dateTime(addedAt)}
              </span>{' '}
              {onDownload && (
                <Button look="small" onClick={() => onDownload(id)}>
                  {words.download}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {erasedAt === null && onErase && (
        <Button look="small" onClick={onErase}>
          {t.vasps.ERASE_RECORD.open}
        </Button>
      )}
    </article>
  )
}
