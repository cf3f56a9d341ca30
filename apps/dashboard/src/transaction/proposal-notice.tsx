import { useApolloClient, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  AcceptProposalDocument,
  type CasePartsFragment,
  CasePeopleDocument,
  WithdrawProposalDocument,
} from '../api/operations.generated.ts'
import { textOrNull } from '../api/text-or-null.ts'
import { useApi } from '../hooks/use-api.ts'
import { useNow } from '../hooks/use-now.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Fact } from '../ui/fact.tsx'
import { InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { CaseTexts, WrittenText } from './case-texts.ts'

type Proposal = NonNullable<CasePartsFragment['case']['proposal']>
type Step = 'ACCEPT' | 'WITHDRAW'

interface ProposalNoticeProps {
  readonly transaction: CasePartsFragment
  readonly proposal: Proposal
  /** `undefined` until loaded. */
  readonly texts: CaseTexts['proposal']
  readonly onWritten: (text: WrittenText) => void
  readonly onChanged: () => void
}

/** A decision that waits for a second person, who can accept it here. */
export function ProposalNotice({ transaction, proposal, texts, onWritten, onChanged }: ProposalNoticeProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const mayWrite = useScope('trpd:write')
  const [step, setStep] = useState<Step>()
  const { data } = useQuery(CasePeopleDocument)
  const me = data?.autod?.me.id
  const words = t.proposal
  const { decision, by, at, expiresAt, address } = proposal
  const { reason, internalReason } = texts ?? {}
  return (
    <section className="notice notice-news" aria-labelledby="proposal">
      <h3 id="proposal">{words.decisions[decision](isolated(by.name ?? by.id))}</h3>
      <dl className="facts">
        <Fact label={words.proposed}>
          {formats.dateTime(at)} · {words.expires(formats.relative(expiresAt, now))}
        </Fact>
        <Fact label={t.transaction.address}>{address && <code dir="ltr">{address}</code>}</Fact>
        <Fact label={t.transaction.reason}>{reason && <bdi>{reason}</bdi>}</Fact>
        <Fact label={t.case.reason}>{internalReason && <bdi>{internalReason}</bdi>}</Fact>
      </dl>
      {mayWrite && me !== undefined && (
        <div className="action-buttons">
          {me !== by.id && (
            <Button look="main" onClick={() => setStep('ACCEPT')}>
              {words.ACCEPT.button}
            </Button>
          )}
          <Button onClick={() => setStep('WITHDRAW')}>{words.WITHDRAW.button}</Button>
        </div>
      )}
      {me === by.id && <p>{words.own}</p>}
      {step && (
        <ProposalDialog
          step={step}
          transaction={transaction}
          onWritten={onWritten}
          onClose={() => {
            setStep(undefined)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

interface ProposalDialogProps {
  readonly step: Step
  readonly transaction: CasePartsFragment
  readonly onWritten: (text: WrittenText) => void
  readonly onClose: () => void
}

function ProposalDialog({ step, transaction, onWritten, onClose }: ProposalDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const client = useApolloClient()
  const [text, setText] = useState('')
  // The proposal that the person has read; one that replaced it meanwhile is refused.
  const [version] = useState(transaction.case.version)
  const words = t.proposal[step]
  const isRequired = step === 'WITHDRAW'

  async function submit(): Promise<void> {
    const { id } = transaction
    const written = text.trim()
    if (step === 'WITHDRAW') {
      await api.change(WithdrawProposalDocument, { id, version, text: written })
    } else {
      await api.change(AcceptProposalDocument, { id, version, text: textOrNull(text) })
    }
    if (written !== '') onWritten({ after: version, text: written })
  }

  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={submit}
      onProblem={() => void client.refetchQueries({ include: ['TransactionCase'] })}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <InputField
        label={t.case.reason}
        hint={t.case.internal}
        isRequired={isRequired}
        value={text}
        onChange={setText}
        lines={3}
      />
    </FormDialog>
  )
}
