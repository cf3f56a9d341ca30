/** Reloads something whenever it has changed, until the loaded state is not older than the changes. */
export interface Refresher {
  /** `version`: the version of the change, if it has one. */
  refresh(version?: number): void
  close(): void
}

const RETRY_MS = 1_000
const RETRY_MS_MAX = 30_000

/** `load` returns the loaded version; `undefined` if nothing was found. */
export function openRefresher(load: () => Promise<number | undefined>): Refresher {
  let wanted = 0
  let failures = 0
  let isLoading = false
  let hasChanged = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
    isLoading = true
    hasChanged = false
    // A response already in transit may be older than the change.
    const isCurrent = await load().then(
      (version = wanted) => version >= wanted,
      () => false,
    )
    isLoading = false
    if (isClosed) return
    failures = isCurrent ? 0 : failures + 1
    if (!isCurrent) timer = setTimeout(() => void run(), Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MS_MAX))
    else if (hasChanged) void run()
  }

  return {
    refresh(version = 0) {
      wanted = Math.max(wanted, version)
      hasChanged = true
      if (!isLoading) void run()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
