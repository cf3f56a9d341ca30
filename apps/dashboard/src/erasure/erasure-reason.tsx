import { useState } from 'react'
import type { ErasureGround } from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'

const GROUNDS: readonly ErasureGround[] = [
  'DATA_SUBJECT_REQUEST',
  'RETENTION_ENDED',
  'AUTHORITY_ORDER',
  'RECORDED_IN_ERROR',
]
const TICKET_LENGTH_MAX = 64

/** The entered reason for erasing personal data, and the word that confirms it. */
export function useErasureReason() {
  const { t } = useLanguage()
  const [ground, setGround] = useState<ErasureGround | ''>('')
  const [ticket, setTicket] = useState('')
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  const missing = useMissing(hasTried)
  const words = t.erasure.erase
  const isConfirmed = typed.trim() === words.word
  return {
    /** The value for the API; undefined while no ground is selected. */
    why: ground === '' ? undefined : { ground, ticket: textOrNull(ticket) },
    missing,
    /** Returns true if everything is entered. From then on, shows what is missing. */
    check(): boolean {
      setTried(true)
      return ground !== '' && isConfirmed
    },
    fields: (
      <>
        <SelectField
          label={words.ground}
          isRequired
          problem={missing(ground)}
          value={ground}
          onChange={setGround}
          none={t.newTransfer.choose}
          options={GROUNDS.map((each) => [each, words.grounds[each]])}
        />
        <InputField
          label={words.ticket}
          hint={words.ticketHint}
          value={ticket}
          onChange={setTicket}
          lengthMax={TICKET_LENGTH_MAX}
        />
        <InputField
          label={words.confirm(words.word)}
          isRequired
          problem={hasTried && !isConfirmed ? words.wrong(words.word) : undefined}
          value={typed}
          onChange={setTyped}
        />
      </>
    ),
  }
}
