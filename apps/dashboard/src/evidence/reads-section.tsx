import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { TransactionReadsDocument, type TransactionReadsQuery } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { roleNames } from '../people/role-names.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'

type Reads = NonNullable<NonNullable<TransactionReadsQuery['trpd']>['transaction']>['dataAccesses']

interface Loaded {
  readonly reads?: Reads | undefined
  readonly problem?: ApiProblem
}

/** The reads of a transaction's personal data: who, when and why. Loaded on demand. */
export function ReadsSection({ id }: { readonly id: string }) {
  const { t, formats } = useLanguage()
  const mayList = useScope('autod:read')
  const client = useApolloClient()
  const [isLoading, setLoading] = useState(false)
  const [{ reads, problem }, setLoaded] = useState<Loaded>({})
  const words = t.evidence
  if (!mayList) return null

  async function load(): Promise<void> {
    if (isLoading) return
    setLoading(true)
    const next = await client
      .query({ query: TransactionReadsDocument, variables: { id }, fetchPolicy: 'no-cache' })
      .then(
        ({ data }): Loaded => ({ reads: data?.trpd?.transaction?.dataAccesses }),
        (error): Loaded => ({ problem: apiProblem(error) }),
      )
    setLoaded(next)
    setLoading(false)
  }

  return (
    <section className="card" aria-labelledby="reads">
      <div className="card-head">
        <h2 id="reads">{words.reads}</h2>
        <Button aria-disabled={isLoading} onClick={() => void load()}>
          {isLoading ? t.app.loading : reads ? words.readsAgain : words.showReads}
        </Button>
      </div>
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
    </section>
  )
}
