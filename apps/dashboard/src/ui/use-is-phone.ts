import { useSyncExternalStore } from 'react'

/** The same width as in the styles. */
const PHONE = '(width < 40rem)'

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(onChange, () => matchMedia(PHONE).matches)
}

function onChange(changed: () => void): () => void {
  const phone = matchMedia(PHONE)
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}
