import { useId, useState } from 'react'
import { type PartyField, RequestDataDocument, type TransactionDetailFragment } from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useApi } from '../hooks/use-api.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { CheckField, FieldGroup, InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

const FIELDS: readonly PartyField[] = ['NAME', 'ACCOUNT', 'ADDRESS', 'NATIONAL_ID', 'CUSTOMER_NUMBER', 'BIRTH', 'LEI']
const MESSAGE_LENGTH_MAX = 1_000
const EMAIL_LENGTH_MAX = 254

/** How a request is delivered: by a link to hand over, or by an e-mail with the link. */
export interface IssuedLink {
  readonly link: string | null
}

interface RequestDataDialogProps {
  readonly transaction: TransactionDetailFragment
  readonly ownName: string
  readonly onClose: (issued?: IssuedLink) => void
}

/** Selects the data to request from the other party, beside a preview of what that party will see. */
export function RequestDataDialog({ transaction, ownName, onClose }: RequestDataDialogProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const [chosen, setChosen] = useState<ReadonlySet<PartyField>>(new Set(['NAME']))
  const [message, setMessage] = useState('')
  const [email, setEmail] = useState('')
  const titleId = useId()
  const words = t.dataRequests.ask
  const party = transaction.direction === 'RECEIVED' ? 'ORIGINATOR' : 'BENEFICIARY'
  const fields = FIELDS.filter((field) => chosen.has(field))

  async function submit(): Promise<IssuedLink> {
    const { id } = transaction
    const variables = { id, fields, message: textOrNull(message), email: textOrNull(email) }
    // Kept outside of the cache, since the link lets anyone respond.
    const made = await api.send(RequestDataDocument, variables)
    return { link: made?.trpd?.requestData?.link ?? null }
  }

  return (
    <FormDialog title={words.title} button={words.button} submit={submit} onClose={(_, issued) => onClose(issued)}>
      <p>{words.text}</p>
      <FieldGroup label={words.fields} fault={fields.length === 0 ? words.choose : undefined}>
        {FIELDS.map((field) => (
          <CheckField
            key={field}
            label={t.dataRequests.fields[field]}
            value={chosen.has(field)}
            onChange={(isChosen) => {
              const next = new Set(chosen)
              if (isChosen) next.add(field)
              else next.delete(field)
              setChosen(next)
            }}
          />
        ))}
      </FieldGroup>
      <InputField
        label={t.dataRequests.message}
        hint={words.messageHint}
        lines={3}
        value={message}
        onChange={setMessage}
        lengthMax={MESSAGE_LENGTH_MAX}
      />
      <InputField
        label={words.email}
        hint={words.emailHint}
        isCode
        value={email}
        onChange={setEmail}
        lengthMax={EMAIL_LENGTH_MAX}
      />
      <section className="panel" aria-labelledby={titleId}>
        <h3 id={titleId}>{words.preview}</h3>
        <p>{words.intro[party](isolated(ownName))}</p>
        <p>{transferAmount(transaction, t, formats)}</p>
        <ul>
          {fields.map((field) => (
            <li key={field}>{t.dataRequests.fields[field]}</li>
          ))}
        </ul>
        {message.trim() !== '' && (
          <p className="quote">
            <bdi>{message.trim()}</bdi>
          </p>
        )}
        <p className="soft">{words.nothingElse}</p>
      </section>
    </FormDialog>
  )
}
