import { emptyDraft, type TransferDraft } from './draft.ts'

/** With this prefix, signing out removes it from every tab. */
const STORED = 'dashboard:draft:new-transfer'
const DRAFT_BYTES_MAX = 500_000

/** The draft of this tab; an empty one without it. It contains personal data: it ends with the tab, with signing out and once it is sent. */
export function storedDraft(): TransferDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    if (typeof stored === 'object' && stored !== null) return { ...emptyDraft(), ...stored }
  } catch {
    // One of another version: it cannot be read.
  }
  return emptyDraft()
}

export function storeDraft(draft: TransferDraft): void {
  const text = JSON.stringify(draft)
  if (text.length <= DRAFT_BYTES_MAX) sessionStorage.setItem(STORED, text)
}

export function forgetDraft(): void {
  sessionStorage.removeItem(STORED)
}
