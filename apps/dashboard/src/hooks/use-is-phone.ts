import { useSyncExternalStore } from 'react'

/** The same width as in the style sheets. */
const PHONE = '(width < 40rem)'

/** True if the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(onChange, () => matchMedia(PHONE).matches)
}

function onChange(changed: () => void): () => void {
  const phone = matchMedia(PHONE)
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}
