import { useState } from 'react'
import type { ErasureGround } from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField } from '../ui/field.tsx'

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
  const words = t.erasure.erase
  const isConfirmed = typed.trim() === words.word
  return {
    /** The value for the API; undefined while no ground is selected. */
    why: ground === '' ? undefined : { ground, ticket: textOrNull(ticket) },
    fields: (
      <>
        <SelectField
          label={words.ground}
          isRequired
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
          fault={isConfirmed ? undefined : words.wrong(words.word)}
          value={typed}
          onChange={setTyped}
        />
      </>
    ),
  }
}
