import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import {
  DataRequestContentsDocument,
  type DataRequestContentsQuery,
  type DataRequestPartsFragment,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { IssueList } from '../persons/person-card.tsx'
import { Fact } from '../ui/fact.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { compareParties } from './compare-parties.ts'
import { valueLabel } from './value-label.tsx'

type Transaction = NonNullable<NonNullable<DataRequestContentsQuery['trpd']>['transaction']>
type Contents = Transaction['dataRequests'][number]

interface RequestContentsProps {
  readonly transactionId: string
  readonly request: DataRequestPartsFragment
}

/** The personal data of a request, and its response beside the known data. Hiding discards it. */
export function RequestContents({ transactionId, request }: RequestContentsProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [contents, setContents] = useState<Contents>()
  const [problem, setProblem] = useState<ApiProblem>()
  const { id, status } = request
  // biome-ignore lint/correctness/useExhaustiveDependencies: the contents depend on the status
  useEffect(() => {
    let isCurrent = true
    const variables = { id: transactionId }
    client.query({ query: DataRequestContentsDocument, variables, fetchPolicy: 'no-cache' }).then(
      ({ data }) => isCurrent && setContents(data?.trpd?.transaction?.dataRequests.find((each) => each.id === id)),
      (error) => isCurrent && setProblem(apiProblem(error)),
    )
    return () => {
      isCurrent = false
      setProblem(undefined)
    }
  }, [client, transactionId, id, status])
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
  const rows = compareParties(former, received, party === 'ORIGINATOR' ? 'originator' : 'beneficiary')
  return (
    <div className="stack">
      <table className="table">
        <caption className="hidden">{words.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.columns.field}</th>
            <th scope="col">{words.columns.former}</th>
            <th scope="col">{words.columns.received}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              <th scope="row">{valueLabel(row, t)}</th>
              <td data-label={words.columns.former}>
                <bdi>{row.former}</bdi>
              </td>
              <td data-label={words.columns.received}>
                <bdi>{row.received}</bdi>{' '}
                {row.former !== '' && row.former !== row.received && (
                  <span className="badge badge-warn">{words.differs}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
