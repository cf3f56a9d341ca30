import { useState } from 'react'
import type { TransactionDetailFragment } from '../api/operations.generated.ts'
import { valueLabel } from '../data-requests/value-label.tsx'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/messages.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { dataPlace } from './data-path.ts'

interface DeliverySectionProps {
  readonly transaction: TransactionDetailFragment
  readonly lastProblem: string | null
}

/** The delivery status of the latest message, and deviations of received messages from the protocol. */
export function DeliverySection({ transaction, lastProblem }: DeliverySectionProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const { delivery } = transaction
  const words = t.transaction
  return (
    <Card id="delivery" title={words.delivery}>
      <p>
        {delivery.kind && <>{words.kinds[delivery.kind]}: </>}
        {words.deliveryStates[delivery.state]}
        {delivery.nextAttemptAt && (
          <span className="soft"> · {words.nextAttempt(formats.relative(delivery.nextAttemptAt, now))}</span>
        )}
      </p>
      {lastProblem && (
        <p className="field-problem">
          <ServiceText text={lastProblem} />
        </p>
      )}
      <Deviations transaction={transaction} />
    </Card>
  )
}

type Deviation = TransactionDetailFragment['deviations'][number]

const SHOWN = 5

/** Deviations of the counterparty's messages from the protocol, except issues of the parties' data. */
function Deviations({ transaction }: { readonly transaction: TransactionDetailFragment }) {
  const { t, formats } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { deviations, ivms101Issues, channel } = transaction
  const words = t.record
  const inData = new Set(ivms101Issues.map(({ constraint, path }) => `IVMS101 ${constraint} ${dataPath(path)}`))
  const others = deviations.filter(({ clause, path }) => !inData.has(`${clause} ${path}`))
  if (channel !== 'TRP') return null
  const shown = isOpen ? others : others.slice(0, SHOWN)
  return (
    <>
      <h3>{words.deviations}</h3>
      {others.length === 0 && <p className="soft">{words.noDeviations}</p>}
      <ul className="issues">
        {shown.map((deviation) => (
          <li key={`${deviation.clause} ${deviation.path} ${deviation.message}`} className="issue">
            <ServiceText text={deviation.message} />
            <p className="soft">
              <Place deviation={deviation} />
            </p>
          </li>
        ))}
      </ul>
      {shown.length < others.length && (
        <p>
          <Button look="small" onClick={() => setOpen(true)}>
            {words.showAll(formats.count(others.length))}
          </Button>
        </p>
      )}
    </>
  )
}

/** The rule and the field, in words if available. */
function Place({ deviation: { clause, path } }: { readonly deviation: Deviation }) {
  const { t } = useLanguage()
  const place = dataPlace(path)
  const parties = { originator: t.transaction.originator, beneficiary: t.transaction.beneficiary }
  return (
    <>
      {clauseText(clause, t)}
      {' · '}
      {place === undefined ? (
        path === '' || path === 'IVMS101' ? (
          t.record.wholeMessage
        ) : (
          <code dir="ltr">{path}</code>
        )
      ) : (
        <>
          {parties[place.party]}
          {place.person !== undefined && `, ${t.record.person(String(place.person))}`}
          {': '}
          {place.label === undefined ? <code dir="ltr">{path}</code> : valueLabel({ label: place.label, path }, t)}
        </>
      )}
    </>
  )
}

const TRP_CLAUSE = /^TRP ([a-z]+), (.+)$/
const MESSAGES = ['inquiry', 'resolution', 'confirmation', 'header', 'headers'] as const

/** The rule in the person's language: the message and field of TRP, or the unchanged rule of IVMS101. */
function clauseText(clause: string, t: Messages): string {
  const [, name, field] = TRP_CLAUSE.exec(clause) ?? []
  const message = MESSAGES.find((each) => each === name)
  return message === undefined ? clause : `TRP: ${t.record.messages[message]}, ${field}`
}

/** The path of an issue in the form used by deviations. */
function dataPath(path: string): string {
  return path === '' ? 'IVMS101' : `IVMS101.${path}`
}
