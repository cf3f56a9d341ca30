import { emptyDraft, type TransferDraft } from './draft.ts'

/** Because of this prefix, signing out removes it from every tab. */
const STORED = 'dashboard:draft:new-transfer'
const DRAFT_BYTES_MAX = 500_000

/**
 * The person's draft in this tab, or an empty one. It contains personal data, so it is removed when the tab is closed,
 * on sign-out, once it is sent, and when another person opens the form.
 */
export function storedDraft(subject: string): TransferDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    if (isDraftOf(stored, subject)) return { ...emptyDraft(), ...stored.draft }
  } catch {
    // A draft of a different version cannot be read.
  }
  forgetDraft()
  return emptyDraft()
}

export function storeDraft(draft: TransferDraft, subject: string): void {
  const text = JSON.stringify({ subject, draft })
  if (text.length <= DRAFT_BYTES_MAX) sessionStorage.setItem(STORED, text)
}

export function forgetDraft(): void {
  sessionStorage.removeItem(STORED)
}

function isDraftOf(stored: unknown, subject: string): stored is { readonly draft: Partial<TransferDraft> } {
  if (typeof stored !== 'object' || stored === null) return false
  const { subject: owner, draft } = stored as Record<string, unknown>
  return owner === subject && typeof draft === 'object' && draft !== null
}
