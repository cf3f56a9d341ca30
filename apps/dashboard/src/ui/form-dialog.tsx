import type { FormEvent, ReactNode } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'
import { ProblemNotice } from './notice.tsx'

interface FormDialogProps {
  readonly title: string
  readonly button: string
  readonly isDangerous?: boolean
  /** Returns true if everything is entered. Called before each submission, to show what is missing. */
  readonly check?: () => boolean
  readonly submit: () => Promise<unknown>
  /** If true, stays open after the submission, because it shows the result. */
  readonly stays?: boolean
  /** Called with the refusal of the API. */
  readonly onProblem?: (problem: ApiProblem) => void
  /** `done`: true if the submission succeeded. */
  readonly onClose: (done: boolean) => void
  readonly children: ReactNode
}

/** A form in a dialog that reports refusals, and closes after success. */
export function FormDialog(props: FormDialogProps) {
  const { title, button, isDangerous = false, check, submit, stays = false, onProblem, onClose, children } = props
  const { t } = useLanguage()
  const { isWorking, problem, run: attempt } = useAttempt()

  async function run(event: FormEvent): Promise<void> {
    event.preventDefault()
    // Otherwise, React would pass the event on to a form around the dialog.
    event.stopPropagation()
    if (isWorking || check?.() === false) return
    const refusal = await attempt(async () => {
      await submit()
      if (!stays) onClose(true)
    })
    if (refusal) onProblem?.(refusal)
  }

  function close(): void {
    // If closed now, it would never show the result.
    if (!(stays && isWorking)) onClose(false)
  }

  return (
    <Modal title={title} onClose={close}>
      <form className="action-form" onSubmit={(event) => void run(event)} noValidate>
        {children}
        {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
        <div className="action-buttons">
          <Button aria-disabled={stays && isWorking} onClick={close}>
            {t.actions.cancelDialog}
          </Button>
          <Button type="submit" look={isDangerous ? 'danger' : 'main'} aria-disabled={isWorking}>
            {isWorking ? t.actions.working : button}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
