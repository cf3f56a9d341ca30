import { useRef, useState } from 'react'
import { type ApiProblem, apiProblem } from '../api/problem.ts'

/** Requests that the person starts, one at a time. */
export interface Attempt {
  readonly isWorking: boolean
  /** Why the last attempt failed. */
  readonly problem: ApiProblem | undefined
  /** Runs `work`, unless another attempt is running. Returns the problem if it failed; `undefined` too if it did not run. */
  readonly run: (work: () => Promise<unknown>) => Promise<ApiProblem | undefined>
  /** Hides the problem. */
  readonly clear: () => void
}

export function useAttempt(): Attempt {
  const [isWorking, setWorking] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  const isRunning = useRef(false)

  async function run(work: () => Promise<unknown>): Promise<ApiProblem | undefined> {
    if (isRunning.current) return undefined
    isRunning.current = true
    setWorking(true)
    setProblem(undefined)
    const failure = await work().then(() => undefined, apiProblem)
    setProblem(failure)
    isRunning.current = false
    setWorking(false)
    return failure
  }
  return { isWorking, problem, run, clear: () => setProblem(undefined) }
}
