import { Link } from 'wouter'
import type { TransactionDetailFragment } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { baseAmount, wholeAmount } from '../language/amount.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { Card } from '../ui/card.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Fact } from '../ui/fact.tsx'
import { ServiceText } from '../ui/service-text.tsx'

interface FactsSectionProps {
  readonly transaction: TransactionDetailFragment
  readonly reason: string | null
}

/** The amount, the counterparty and the identifiers. */
export function FactsSection({ transaction, reason }: FactsSectionProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const words = t.transaction
  const { status, vasp, sender, amount, amountUnit, asset } = transaction
  const whole = amountUnit === null ? undefined : wholeAmount(amount, amountUnit, asset.decimals)
  const base = whole === undefined ? undefined : baseAmount(whole, asset.decimals)
  const code = (value: string | null) => value !== null && <CopyValue value={value} />
  return (
    <Card id="facts" title={words.facts}>
      <dl className="facts">
        <Fact label={t.inbox.columns.amount}>
          {transferAmount(transaction, t, formats)}
          {base !== undefined && <span className="soft"> {words.baseUnits(formats.decimal(base))}</span>}
        </Fact>
        <Fact label={words.vasp}>
          {vasp === null ? (
            partyName(transaction, t)
          ) : (
            <Link href={`/vasps/${encodeURIComponent(vasp.id)}`}>
              <bdi>{partyName(transaction, t)}</bdi>
            </Link>
          )}
          {vasp !== null && <span className="soft"> {words.trust[vasp.trust]}</span>}
          {vasp?.lei && <span className="soft"> · LEI {vasp.lei}</span>}
        </Fact>
        <Fact label={words.sender}>
          {sender && (
            <>
              {words.verification[sender.verification]}{' '}
              <span className="soft">
                <ServiceText text={sender.reason} />
              </span>
            </>
          )}
        </Fact>
        <Fact label={words.reason}>
          {/* The service writes why a transaction waits or has failed; people write other reasons. */}
          {reason && <ServiceText text={reason} mayBePersons={status !== 'BLOCKED' && status !== 'FAILED'} />}
        </Fact>
        <Fact label={words.address}>{code(transaction.address)}</Fact>
        <Fact label={words.txHash}>{code(transaction.txHash)}</Fact>
        <Fact label={words.lateTxHash}>{code(transaction.lateTxHash)}</Fact>
        <Fact label={words.created}>{formats.dateTime(transaction.createdAt)}</Fact>
        <Fact label={words.expires}>
          {transaction.expiresAt !== null && (
            <>
              {formats.dateTime(transaction.expiresAt)}{' '}
              <span className="soft">{formats.relative(transaction.expiresAt, now)}</span>
            </>
          )}
        </Fact>
        <Fact label={words.travelAddress}>{code(transaction.travelAddress)}</Fact>
        <Fact label={words.requestIdentifier}>{code(transaction.requestIdentifier)}</Fact>
        <Fact label={words.protocol}>{transaction.protocolVersion && `TRP ${transaction.protocolVersion}`}</Fact>
      </dl>
    </Card>
  )
}
