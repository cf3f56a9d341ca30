import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import {
  TransactionEvidenceDocument,
  type TransactionEvidenceQuery,
  TransactionReadsDocument,
  type TransactionReadsQuery,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { roleNames } from '../people/role-names.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Fact } from '../ui/fact.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'
import { isPurpose, PurposeField, purposeContext } from './purpose-field.tsx'

type Bundle = NonNullable<NonNullable<NonNullable<TransactionEvidenceQuery['autod']>['transactionEvidence']>['bundle']>

/** The evidence about a transaction as files. It is not loaded before the person requests it. */
export function EvidenceSection({ id }: { readonly id: string }) {
  const { t } = useLanguage()
  const maySee = useScope('pii:read')
  const client = useApolloClient()
  const [purpose, setPurpose] = useState('')
  const { isWorking, problem, run } = useAttempt()
  const [bundle, setBundle] = useState<Bundle>()
  const words = t.evidence

  async function prepare(): Promise<void> {
    if (!isPurpose(purpose)) return
    await run(async () => {
      setBundle(undefined)
      const context = purposeContext(purpose)
      const { data, error } = await client.query({
        query: TransactionEvidenceDocument,
        variables: { id },
        fetchPolicy: 'no-cache',
        // The JSON file is complete even without the PDF.
        errorPolicy: 'all',
        ...(context && { context }),
      })
      setBundle(data?.autod?.transactionEvidence?.bundle ?? undefined)
      if (error) throw error
    })
  }

  return (
    <Card id="evidence" title={words.title}>
      <p>{words.contents}</p>
      <p className="soft">{maySee ? words.recorded : t.transaction.maySee}</p>
      {maySee && (
        <>
          <PurposeField value={purpose} onChange={setPurpose} />
          <div className="action-buttons">
            <Button aria-disabled={isWorking} onClick={() => void prepare()}>
              {isWorking ? words.preparing : bundle ? words.again : words.prepare}
            </Button>
          </div>
        </>
      )}
      {problem && <ProblemNotice problem={problem} title={bundle ? words.noPdf : words.failed} />}
      <div role="status">{bundle && <Notice tone="good">{words.ready}</Notice>}</div>
      {bundle && <Files id={id} bundle={bundle} />}
    </Card>
  )
}

function Files({ id, bundle }: { readonly id: string; readonly bundle: Bundle }) {
  const { t } = useLanguage()
  const { json, pdf, sha256, keyId } = bundle
  const words = t.evidence
  const file = `evidence-${id}`
  return (
    <>
      <div className="action-buttons">
        <Button onClick={() => saveFile(`${file}.json`, 'application/json', json)}>{words.saveJson}</Button>
        {pdf && (
          <Button onClick={() => saveFile(`${file}.pdf`, 'application/pdf', bytesOf(pdf))}>{words.savePdf}</Button>
        )}
      </div>
      <dl className="facts">
        <Fact label={words.hash}>
          <CopyValue value={sha256} />
        </Fact>
        <Fact label={words.key}>
          <CopyValue value={keyId} />
        </Fact>
      </dl>
      <p>{words.verify}</p>
      <p>
        <CopyValue value={`npm run verify-evidence -- ${file}.json --key autod_checkpoint_public_keys`} />
      </p>
    </>
  )
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

type Reads = NonNullable<NonNullable<TransactionReadsQuery['trpd']>['transaction']>['dataAccesses']

/** The reads of a transaction's personal data: who, when and why. Loaded on demand. */
export function ReadsSection({ id }: { readonly id: string }) {
  const { t, formats } = useLanguage()
  const mayList = useScope('autod:read')
  const api = useApi()
  const { isWorking: isLoading, problem, run } = useAttempt()
  const [reads, setReads] = useState<Reads>()
  const words = t.evidence
  if (!mayList) return null

  const load = () =>
    run(
      async () => {
        const data = await api.load(TransactionReadsDocument, { id })
        setReads(data?.trpd?.transaction?.dataAccesses)
      },
      () => setReads(undefined),
    )

  return (
    <Card
      id="reads"
      title={words.reads}
      buttons={
        <Button aria-disabled={isLoading} onClick={() => void load()}>
          {isLoading ? t.app.loading : reads ? words.readsAgain : words.showReads}
        </Button>
      }
    >
      {problem && <ProblemNotice problem={problem} title={t.problems.load} />}
      <div role="status">{reads?.nodes.length === 0 && <p className="soft">{words.noReads}</p>}</div>
      {reads && reads.nodes.length > 0 && (
        <ol className="timeline">
          {reads.nodes.map(({ sequence, at, actor, client: by, roles, requestId, purpose, fields }) => (
            <li key={sequence} className="timeline-item">
              <span>{words.readBy(isolated(actor.name ?? actor.id), isolated(by))}</span>
              <span>
                {words.readFor}: <bdi>{purpose ?? words.noReason}</bdi>
              </span>
              <span className="soft">
                {formats.dateTime(at)} · {fields.join(', ')}
              </span>
              <span className="soft">
                {words.readAs(roleNames(roles, t) || '–')} · {words.request} <code dir="ltr">{requestId}</code>
              </span>
            </li>
          ))}
        </ol>
      )}
      {reads?.pageInfo.hasNextPage && <p className="soft">{words.more}</p>}
    </Card>
  )
}
