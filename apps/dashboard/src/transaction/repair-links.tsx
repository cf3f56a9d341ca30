import { Link } from 'wouter'
import type { TransactionDetailFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Fact } from '../ui/fact.tsx'

/** Possible actions on the data of the transaction, and its linked transactions. */
export function RepairLinks({ transaction }: { readonly transaction: TransactionDetailFragment }) {
  const { t } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const maySee = useScope('pii:read')
  const { id, repairActions, resubmissionOf, resubmittedAs } = transaction
  const words = t.repair
  const hasLinks = resubmissionOf !== null || resubmittedAs !== null
  return (
    <>
      {mayWrite && maySee && repairActions.length > 0 && (
        <div className="action-buttons">
          {repairActions.map((each) => (
            <Link key={each} href={`/transactions/${encodeURIComponent(id)}/repair`} className="button">
              {words[each].button}
            </Link>
          ))}
        </div>
      )}
      {hasLinks && (
        <dl className="facts">
          <Fact label={words.linkOf}>{resubmissionOf && <TransactionLink id={resubmissionOf.id} />}</Fact>
          <Fact label={words.linkAs}>{resubmittedAs && <TransactionLink id={resubmittedAs.id} />}</Fact>
        </dl>
      )}
    </>
  )
}

function TransactionLink({ id }: { readonly id: string }) {
  return (
    <Link href={`/transactions/${encodeURIComponent(id)}`}>
      <code dir="ltr">{id}</code>
    </Link>
  )
}
