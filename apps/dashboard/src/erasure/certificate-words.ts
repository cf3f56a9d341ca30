import type { AuditRowFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

/** Who erased personal data and why, as a person reads it. */
export interface CertificateWords {
  readonly by: string
  readonly ground: string
  /** Empty without one. */
  readonly ticket: string
  /** How much was erased of a customer; empty for other erasures. */
  readonly amount: string
}

/** Reads the entry of an erasure in the audit log. */
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
