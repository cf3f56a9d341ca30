import { useQuery } from '@apollo/client/react'
import { CustomerPersonDocument } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { PersonCard } from '../persons/person-card.tsx'
import { ProblemNotice } from '../ui/notice.tsx'

/** Stored data of a customer besides the name. Requested only when shown, since each read is recorded. */
export function CustomerPerson({ reference }: { readonly reference: string }) {
  const { t } = useLanguage()
  const { data, error, loading, refetch } = useQuery(CustomerPersonDocument, {
    variables: { reference },
    fetchPolicy: 'no-cache',
  })
  const person = data?.trpd?.customers?.[0]?.person
  return (
    <section aria-labelledby="customer-person">
      <h3 id="customer-person">{t.customers.person}</h3>
      {error && !data && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      <div role="status">
        {loading && !data && <p>{t.app.loading}</p>}
        {data && !person && <p className="soft">{t.customers.noPerson}</p>}
      </div>
      {person && <PersonCard person={person} path="person" issues={[]} />}
    </section>
  )
}
