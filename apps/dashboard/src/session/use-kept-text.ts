import { useState } from 'react'
import { useSignedIn } from './use-session.ts'

/** Because of this prefix, signing out removes it from every tab. */
const PREFIX = 'dashboard:text:'
const TEXT_LENGTH_MAX = 500_000

/** The text typed by the person in this tab. */
export interface KeptText {
  readonly text: string
  change(text: string): void
  /** Call once the text was sent or discarded. */
  forget(): void
}

/**
 * A text that survives closing its dialog, a reload, and a new sign-in after the session has ended. `name` identifies
 * its purpose, such as the comment on one transaction; `first` is the initial text if none was kept. Another person who
 * signs in here does not see it.
 */
export function useKeptText(name: string, first = ''): KeptText {
  const { subject } = useSignedIn().caller
  const key = `${PREFIX}${name}`
  const [text, setText] = useState(() => keptText(key, subject) ?? first)
  return {
    text,
    change(next) {
      setText(next)
      if (next === first || next.length > TEXT_LENGTH_MAX) sessionStorage.removeItem(key)
      else keepText(key, subject, next)
    },
    forget: () => sessionStorage.removeItem(key),
  }
}

function keptText(key: string, subject: string): string | undefined {
  const stored = sessionStorage.getItem(key) ?? ''
  const owner = `${subject}\n`
  return stored.startsWith(owner) ? stored.slice(owner.length) : undefined
}

function keepText(key: string, subject: string, text: string): void {
  try {
    sessionStorage.setItem(key, `${subject}\n${text}`)
  } catch {
    // The storage is full; the text remains in its field.
  }
}
