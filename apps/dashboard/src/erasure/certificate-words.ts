import type { AuditRowFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

/** Who erased personal data and why, in readable form. */
export interface CertificateWords {
  readonly by: string
  readonly ground: string
  /** Empty without a ticket. */
  readonly ticket: string
  /** The extent of a customer's erasure; empty for other erasures. */
  readonly amount: string
}

/** Reads an erasure from its entry in the audit log. */
export function useCertificateWords(): (entry: AuditRowFragment) => CertificateWords {
  const { t, formats } = useLanguage()
  const { grounds } = t.erasure.erase
  return ({ type, actor, detail }) => {
    const textOf = (name: string) => detail.find((each) => each.name === name)?.value ?? ''
    const count = (name: string) => formats.count(Number(textOf(name)))
    const ground = textOf('ground')
    return {
      by: actor.type === 'USER' ? (actor.name ?? actor.id) : t.transaction.actors[actor.type],
      ground: Object.hasOwn(grounds, ground) ? grounds[ground as keyof typeof grounds] : ground,
      ticket: textOf('ticket'),
      amount:
        type === 'customer.erased'
          ? t.erasure.certificate.amount(count('transactions'), count('addressBookEntries'))
          : '',
    }
  }
}
