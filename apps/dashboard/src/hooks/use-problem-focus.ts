import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns a function that moves the focus to the first field or list of a form with a problem, once the states set with
 * it are rendered.
 */
export function useProblemFocus(form: RefObject<HTMLElement | null>): () => void {
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    if (requests > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true], .issues')?.focus()
  }, [requests, form])
  return () => setRequests((count) => count + 1)
}
