import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from './button.tsx'
import { HasTried } from './field.tsx'
import { Modal } from './modal.tsx'
import { ProblemNotice } from './notice.tsx'

interface DialogFormProps<Sent extends Promise<unknown>> {
  readonly button: string
  readonly isDangerous?: boolean
  /** Called once no field has a fault. */
  readonly submit: () => Sent
  /** If true, stays open after the submission, because it shows the result. */
  readonly stays?: boolean
  /** Called with the refusal of the API. */
  readonly onProblem?: (problem: ApiProblem) => void
  /** `done`: true if the submission succeeded, with its `result`. */
  readonly onClose: (done: boolean, result?: Awaited<Sent>) => void
  readonly children: ReactNode
}

interface FormDialogProps<Sent extends Promise<unknown>> extends DialogFormProps<Sent> {
  readonly title: string
}

/** A form in a dialog that reports faults and refusals, and closes after success. */
export function FormDialog<Sent extends Promise<unknown>>({ title, ...form }: FormDialogProps<Sent>) {
  return (
    <Modal title={title} onClose={() => form.onClose(false)}>
      <DialogForm {...form} />
    </Modal>
  )
}

/** The form of a dialog that also shows other content. */
export function DialogForm<Sent extends Promise<unknown>>(props: DialogFormProps<Sent>) {
  const { button, isDangerous = false, submit, stays = false, onProblem, onClose, children } = props
  const { t } = useLanguage()
  const { isWorking, problem, run } = useAttempt()
  const [hasTried, setTried] = useState(false)

  function send(event: FormEvent): void {
    event.preventDefault()
    // Otherwise, React would pass the event on to a form around the dialog.
    event.stopPropagation()
    setTried(true)
    if (event.currentTarget.querySelector('[data-fault]') !== null) return
    void run(async () => {
      const result = await submit()
      if (!stays) onClose(true, result)
    }, onProblem)
  }

  return (
    <form className="action-form" onSubmit={send} noValidate>
      <HasTried value={hasTried}>{children}</HasTried>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      <div className="action-buttons">
        <Button aria-disabled={stays && isWorking} onClick={() => onClose(false)}>
          {t.actions.cancelDialog}
        </Button>
        <Button type="submit" look={isDangerous ? 'danger' : 'main'} aria-disabled={isWorking}>
          {isWorking ? t.actions.working : button}
        </Button>
      </div>
    </form>
  )
}
