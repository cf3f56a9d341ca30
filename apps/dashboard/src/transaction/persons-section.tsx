import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import {
  type TransactionDetailFragment,
  TransactionPersonsDocument,
  type TransactionPersonsQuery,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { isPurpose, PurposeField, purposeContext } from '../evidence/purpose-field.tsx'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { issuesElsewhere } from '../persons/issues-by-field.ts'
import { IssueList, PersonCard } from '../persons/person-card.tsx'
import { personName } from '../persons/person-name.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { Corrections } from './corrections.tsx'

type Persons = NonNullable<NonNullable<TransactionPersonsQuery['trpd']>['transaction']>

interface Shown {
  readonly isLoading?: boolean
  readonly persons?: Persons | undefined
  readonly problem?: ApiProblem
}

interface PersonsSectionProps {
  readonly transaction: TransactionDetailFragment
  /** Called when personal data is shown or hidden. */
  readonly onReveal: (isRevealed: boolean) => void
}

/** Originator and beneficiary, which are not even requested before the person asks to see them. */
export function PersonsSection({ transaction, onReveal }: PersonsSectionProps) {
  const { t } = useLanguage()
  const maySee = useScope('pii:read')
  const client = useApolloClient()
  // Stored only here and not in the cache, so that hiding discards it.
  const [shown, setShown] = useState<Shown>()
  const [purpose, setPurpose] = useState('')
  const request = useRef<object>(undefined)
  const { id, ivms101Issues: issues } = transaction
  const persons = shown?.persons
  const reveal = async () => {
    if (!isPurpose(purpose)) return
    const context = purposeContext(purpose)
    const own = {}
    request.current = own
    setShown({ isLoading: true })
    onReveal(true)
    const next = await client
      .query({
        query: TransactionPersonsDocument,
        variables: { id },
        fetchPolicy: 'no-cache',
        ...(context && { context }),
      })
      .then(
        ({ data }): Shown => ({ persons: data?.trpd?.transaction ?? undefined }),
        (error): Shown => ({ problem: apiProblem(error) }),
      )
    // It was hidden or requested again meanwhile.
    if (request.current === own) setShown(next)
  }
  const hide = () => {
    request.current = undefined
    setShown(undefined)
    onReveal(false)
  }
  return (
    <Card
      id="persons"
      title={t.transaction.persons}
      buttons={
        maySee && (
          <Button aria-expanded={shown !== undefined} onClick={() => (shown ? hide() : void reveal())}>
            {shown ? t.transaction.hide : t.transaction.reveal}
          </Button>
        )
      }
    >
      {!shown && <p className="soft">{maySee ? t.transaction.masked : t.transaction.maySee}</p>}
      {!shown && maySee && <PurposeField value={purpose} onChange={setPurpose} />}
      {shown?.isLoading && <p role="status">{t.app.loading}</p>}
      {shown?.problem && (
        <ProblemNotice problem={shown.problem} title={t.problems.load} onRetry={() => void reveal()} />
      )}
      {persons && <RevealedPersons transaction={transaction} persons={persons} />}
      <Corrections corrections={transaction.corrections} persons={persons} />
      {!persons && issues.length > 0 && (
        <>
          <h3>{t.transaction.issues}</h3>
          <IssueList issues={issues} />
        </>
      )}
      {issues.length === 0 && transaction.direction === 'RECEIVED' && <p className="soft">{t.transaction.noIssues}</p>}
    </Card>
  )
}

interface RevealedPersonsProps {
  readonly transaction: TransactionDetailFragment
  readonly persons: Persons
}

function RevealedPersons({ transaction, persons }: RevealedPersonsProps) {
  const { t, formats } = useLanguage()
  const { originator, beneficiary, customerReference, ivms101 } = persons
  const customer = persons.addressBookEntry?.customer
  const { direction, ivms101Issues: issues } = transaction
  const from = originator?.originatorPersons ?? []
  const to = beneficiary?.beneficiaryPersons ?? []
  const nameOf = (people: typeof from) => isolated((people[0] && personName(people[0])) ?? t.transaction.nameless)
  const words = direction === 'RECEIVED' ? t.transaction.receivedNamed : t.transaction.sentNamed
  const paths = [
    ...from.map((_, index) => `originator.originatorPersons[${index}]`),
    ...to.map((_, index) => `beneficiary.beneficiaryPersons[${index}]`),
  ]
  const others = issuesElsewhere(issues, paths)
  return (
    <>
      <p className="sentence">
        {words(nameOf(from), nameOf(to), partyName(transaction, t), transferAmount(transaction, t, formats))}
      </p>
      <div className="parties">
        <Party
          title={t.transaction.originator}
          people={from}
          accounts={originator?.accountNumber ?? []}
          path="originator.originatorPersons"
          issues={issues}
        />
        <Party
          title={t.transaction.beneficiary}
          people={to}
          accounts={beneficiary?.accountNumber ?? []}
          path="beneficiary.beneficiaryPersons"
          issues={issues}
        />
      </div>
      {(customerReference !== null || customer) && (
        <dl className="facts">
          <Fact label={t.transaction.customerReference}>{customerReference && <bdi>{customerReference}</bdi>}</Fact>
          <Fact label={t.transaction.customer}>{customer && <bdi>{customer.name}</bdi>}</Fact>
          <Fact label={t.person.accounts}>
            {customer && customer.accounts.length > 0 && <bdi dir="ltr">{customer.accounts.join('\n')}</bdi>}
          </Fact>
        </dl>
      )}
      {others.length > 0 && (
        <>
          <h3>{t.transaction.issues}</h3>
          <IssueList issues={others} />
        </>
      )}
      {ivms101 !== null && (
        <details className="raw">
          <summary>{t.transaction.raw}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
          <pre tabIndex={0} dir="ltr">
            {indented(ivms101)}
          </pre>
        </details>
      )}
    </>
  )
}

interface PartyProps {
  readonly title: string
  readonly people: NonNullable<Persons['originator']>['originatorPersons']
  readonly accounts: readonly string[]
  readonly path: string
  readonly issues: TransactionDetailFragment['ivms101Issues']
}

function Party({ title, people, accounts, path, issues }: PartyProps) {
  const { t } = useLanguage()
  return (
    <section className="party">
      <h3>{title}</h3>
      {people.length === 0 && <p className="soft">{t.transaction.noPerson}</p>}
      {people.map((person, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the people of a message never move
        <PersonCard key={index} person={person} path={`${path}[${index}]`} issues={issues} />
      ))}
      {accounts.length > 0 && (
        <dl className="facts">
          <div className="fact">
            <dt>{t.person.accounts}</dt>
            {accounts.map((account) => (
              <dd key={account}>
                <code dir="ltr">{account}</code>
              </dd>
            ))}
          </div>
        </dl>
      )}
    </section>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2)
  } catch {
    return json
  }
}
