import { useQuery } from '@apollo/client/react'
import { Link } from 'wouter'
import { DeskMentionsDocument } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'

const ROWS = 10
const EVERY_MS = 60_000

/** Comments that mention the person, until their transactions have been opened. */
export function Mentions() {
  const { t, formats } = useLanguage()
  const now = useNow()
  const { data } = useQuery(DeskMentionsDocument, {
    variables: { limit: ROWS },
    fetchPolicy: 'cache-and-network',
    pollInterval: EVERY_MS,
  })
  const mentions = data?.trpd?.deskSummary.mentions ?? []
  if (mentions.length === 0) return null
  return (
    <section className="card panel" aria-labelledby="mentions">
      <h2 id="mentions">{t.home.mentions}</h2>
      <ul className="items">
        {mentions.map(({ transaction, by, at }) => (
          <li key={`${transaction.id} ${at}`} className="item item-wide">
            <Link href={`/transactions/${encodeURIComponent(transaction.id)}`} className="case-link">
              <bdi>{partyName(transaction, t)}</bdi>
              <span>{transferAmount(transaction, t, formats)}</span>
            </Link>
            <p className="soft">{t.home.mentionedBy(isolated(by.name ?? by.id), formats.relative(at, now))}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
