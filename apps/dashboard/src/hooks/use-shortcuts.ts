import { useEffect, useRef } from 'react'

const STORED = 'dashboard:shortcuts'

/** True if single keys are shortcuts. People who use speech input or have a tremor disable them. */
export function usesShortcuts(): boolean {
  return localStorage.getItem(STORED) !== 'off'
}

export function chooseShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, 'off')
}

/** Calls the function in `keys` for a key that is pressed outside of fields and dialogs. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !usesShortcuts()) return
      if (
        event.target instanceof Element &&
        event.target.closest('input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu]')
      ) {
        return
      }
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
