const THEME = 'graphiql:theme'

/**
 * The editor's storage, which lasts as long as the tab: variables and responses may contain personal data, and tokens
 * must not be left behind. Only the choice of light or dark outlives the tab.
 */
export interface TabMemory extends Pick<Storage, 'length' | 'getItem' | 'setItem' | 'removeItem' | 'clear'> {
  /** Ignores later writes: the editor writes with a delay. */
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

/** Light or dark, as chosen in the editor's settings; `undefined` for the system's choice. */
export function chosenTheme(): 'light' | 'dark' | undefined {
  const theme = localStorage.getItem(THEME)
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

/** Removes everything that the explorer stored for this tab. */
export function forgetTab(): void {
  forgetAll(/^(explorer|graphiql):/)
}

/** Removes the operations and their responses. */
export function forgetWork(): void {
  forgetAll(/^graphiql:/)
}

function forgetAll(keys: RegExp): void {
  for (const key of Object.keys(sessionStorage)) if (keys.test(key)) sessionStorage.removeItem(key)
}

const REMEMBERED = {
  /** The pasted token. */
  pasted: 'explorer:pasted',
  /** Set from the redirect to the sign-out until the return. */
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
