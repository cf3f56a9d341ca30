const THEME = 'graphiql:theme'

/**
 * What the editor remembers, for as long as the tab is open: variables and answers may hold personal data, and tokens are worth
 * stealing. Only the choice of light or dark outlives the tab.
 */
export interface TabMemory extends Pick<Storage, 'length' | 'getItem' | 'setItem' | 'removeItem' | 'clear'> {
  /** From now on nothing is written: the editor writes with a delay. */
  close(): void
}

export function openTabMemory(): TabMemory {
  let isOpen = true
  const storeOf = (key: string) => (key === THEME ? localStorage : sessionStorage)
  return {
    get length() {
      return sessionStorage.length
    },
    getItem: (key) => storeOf(key).getItem(key),
    setItem: (key, value) => {
      if (isOpen) storeOf(key).setItem(key, value)
    },
    removeItem: (key) => storeOf(key).removeItem(key),
    clear: forgetWork,
    close: () => {
      isOpen = false
    },
  }
}

/** Light or dark, as it was chosen in the editor's settings; `undefined` for what the system says. */
export function chosenTheme(): 'light' | 'dark' | undefined {
  const theme = localStorage.getItem(THEME)
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

/** Removes everything that the explorer keeps about this tab. */
export function forgetTab(): void {
  forgetAll(/^(explorer|graphiql):/)
}

/** Removes what was written, and what was answered to it. */
export function forgetWork(): void {
  forgetAll(/^graphiql:/)
}

function forgetAll(keys: RegExp): void {
  for (const key of Object.keys(sessionStorage)) if (keys.test(key)) sessionStorage.removeItem(key)
}

const REMEMBERED = {
  /** A token that was pasted. */
  pasted: 'explorer:pasted',
  /** Set between leaving for the sign-out and coming back. */
  leaving: 'explorer:leaving',
} as const

export function remember(what: keyof typeof REMEMBERED, value: string): void {
  sessionStorage.setItem(REMEMBERED[what], value)
}

export function recall(what: keyof typeof REMEMBERED): string | undefined {
  return sessionStorage.getItem(REMEMBERED[what]) ?? undefined
}

export function forget(what: keyof typeof REMEMBERED): void {
  sessionStorage.removeItem(REMEMBERED[what])
}
