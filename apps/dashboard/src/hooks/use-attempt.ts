import { useRef, useState } from 'react'
import { type ApiProblem, apiProblem } from '../api/problem.ts'

/** Requests that the person starts, one at a time. */
export interface Attempt {
  readonly isWorking: boolean
  /** Why the last attempt failed. */
  readonly problem: ApiProblem | undefined
  /** Runs `work`, unless another attempt is running. `onProblem`: called if it failed. */
  readonly run: (work: () => Promise<unknown>, onProblem?: (problem: ApiProblem) => void) => Promise<void>
  /** Hides the problem. */
  readonly clear: () => void
}

export function useAttempt(): Attempt {
  const [isWorking, setWorking] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  const isRunning = useRef(false)

  async function run(work: () => Promise<unknown>, onProblem?: (problem: ApiProblem) => void): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setWorking(true)
    setProblem(undefined)
    const failure = await work().then(() => undefined, apiProblem)
    setProblem(failure)
    isRunning.current = false
    setWorking(false)
    if (failure) onProblem?.(failure)
  }
  return { isWorking, problem, run, clear: () => setProblem(undefined) }
}
