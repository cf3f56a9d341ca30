import { type ReactNode, useState } from 'react'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { AskReasonDialog } from '../ui/ask-reason-dialog.tsx'
import { Button } from '../ui/button.tsx'

export interface Hold {
  readonly setBy: { readonly id: string; readonly name: string | null }
  readonly setAt: string
  /** Absent for people who may not read internal texts. */
  readonly reason?: string
}

export type HoldStep = 'SET' | 'END'

interface LegalHoldProps {
  /** Id of the transaction or proof. */
  readonly id: string
  /** `undefined` until it is loaded, `null` without one. */
  readonly hold: Hold | null | undefined
  /** Shown while no hold is set. */
  readonly free: string
  readonly maySet: boolean
  readonly mayEnd: boolean
  /** Maximum number of characters of the reason. */
  readonly lengthMax?: number
  readonly submit: (step: HoldStep, reason: string) => Promise<unknown>
  readonly onChanged: () => void
  /** Additional buttons. */
  readonly children?: ReactNode
}

/** Shows who prevents the erasure of personal data, and lets people set and end the hold. */
export function LegalHold(props: LegalHoldProps) {
  const { id, hold, free, maySet, mayEnd, lengthMax, submit, onChanged, children } = props
  const { t, formats } = useLanguage()
  const [step, setStep] = useState<HoldStep>()
  const words = t.erasure
  const possible = [hold === null && maySet && 'SET', hold && mayEnd && 'END'].filter(
    (each): each is HoldStep => each === 'SET' || each === 'END',
  )
  return (
    <>
      {hold && <p>{words.held(isolated(hold.setBy.name ?? hold.setBy.id), formats.dateTime(hold.setAt))}</p>}
      {hold?.reason && (
        <p>
          <bdi>{hold.reason}</bdi>
        </p>
      )}
      {hold === null && <p className="soft">{free}</p>}
      {(possible.length > 0 || children) && (
        <div className="action-buttons">
          {possible.map((each) => (
            <Button key={each} onClick={() => setStep(each)}>
              {words[each].button}
            </Button>
          ))}
          {children}
        </div>
      )}
      {step && (
        <AskReasonDialog
          {...words[step]}
          name={`hold:${step}:${id}`}
          {...(lengthMax !== undefined && { lengthMax })}
          submit={(reason) => submit(step, reason)}
          onClose={() => {
            setStep(undefined)
            onChanged()
          }}
        />
      )}
    </>
  )
}
