const THEME = 'graphiql:theme'

/**
 * The editor's storage. It ends with the tab, because it holds personal data and tokens. Only the choice of light or
 * dark is stored permanently.
 */
export interface TabMemory extends Pick<Storage, 'length' | 'getItem' | 'setItem' | 'removeItem' | 'clear'> {
  /** Ignores later writes, since the editor writes with a delay. */
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
    clear: removeWork,
    close: () => {
      isOpen = false
    },
  }
}

/** The theme chosen in the settings of the editor; `undefined` for the system's theme. */
export function chosenTheme(): 'light' | 'dark' | undefined {
  const theme = localStorage.getItem(THEME)
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

/** Removes everything that is stored in this tab. */
export function removeAll(): void {
  removeKeys(/^(explorer|graphiql):/)
}

/** Removes operations and responses. */
export function removeWork(): void {
  removeKeys(/^graphiql:/)
}

function removeKeys(keys: RegExp): void {
  for (const key of Object.keys(sessionStorage)) if (keys.test(key)) sessionStorage.removeItem(key)
}

const KEYS = {
  /** A token pasted by the person. */
  pasted: 'explorer:pasted',
  /** Set during the sign-out at the identity provider. */
  leaving: 'explorer:leaving',
} as const

export function store(name: keyof typeof KEYS, value: string): void {
  sessionStorage.setItem(KEYS[name], value)
}

export function load(name: keyof typeof KEYS): string | undefined {
  return sessionStorage.getItem(KEYS[name]) ?? undefined
}

export function remove(name: keyof typeof KEYS): void {
  sessionStorage.removeItem(KEYS[name])
}
