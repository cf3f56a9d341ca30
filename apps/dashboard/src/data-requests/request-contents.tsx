import { DataRequestContentsDocument, type DataRequestPartsFragment } from '../api/operations.generated.ts'
import { useFetched } from '../hooks/use-fetched.ts'
import { useLanguage } from '../language/language.tsx'
import { IssueList } from '../persons/person-card.tsx'
import { Fact } from '../ui/fact.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { Table } from '../ui/table.tsx'
import { compareParties } from './compare-parties.ts'
import { valueLabel } from './value-label.tsx'

interface RequestContentsProps {
  readonly transactionId: string
  readonly request: DataRequestPartsFragment
}

/** The personal data of a request, and its response beside the known data. Hiding discards it. */
export function RequestContents({ transactionId, request }: RequestContentsProps) {
  const { t } = useLanguage()
  const { id, status } = request
  // Another status has other contents.
  const { data, problem } = useFetched(DataRequestContentsDocument, transactionId, status)
  const contents = data?.trpd?.transaction?.dataRequests.find((each) => each.id === id)
  const { former, received } = contents?.response ?? {}
  return (
    <>
      {problem && <ProblemNotice problem={problem} title={t.problems.load} />}
      {contents && (contents.message || contents.email) && (
        <dl className="facts">
          <Fact label={t.dataRequests.message}>{contents.message && <bdi>{contents.message}</bdi>}</Fact>
          <Fact label={t.dataRequests.sentTo}>{contents.email && <bdi dir="ltr">{contents.email}</bdi>}</Fact>
        </dl>
      )}
      {received && <Comparison former={former ?? ''} received={received} party={request.party} />}
      {request.response && request.response.issues.length > 0 && <IssueList issues={request.response.issues} />}
    </>
  )
}

interface ComparisonProps {
  readonly former: string
  readonly received: string
  readonly party: DataRequestPartsFragment['party']
}

function Comparison({ former, received, party }: ComparisonProps) {
  const { t } = useLanguage()
  const words = t.dataRequests.response
  return (
    <div className="stack">
      <Table
        caption={words.title}
        rows={compareParties(former, received, party === 'ORIGINATOR' ? 'originator' : 'beneficiary')}
        keyOf={({ path }) => path}
        columns={[
          [words.columns.field, (row) => valueLabel(row, t)],
          [words.columns.former, (row) => <bdi>{row.former}</bdi>],
          [
            words.columns.received,
            (row) => (
              <>
                <bdi>{row.received}</bdi>{' '}
                {row.former !== '' && row.former !== row.received && (
                  <span className="badge badge-warn">{words.differs}</span>
                )}
              </>
            ),
          ],
        ]}
      />
    </div>
  )
}
