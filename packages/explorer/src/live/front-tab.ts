/** The editor tab in front, for code outside of the editor's components. */
export interface FrontTab {
  /** Records that the tab in front runs an operation. Returns the tab's id. */
  start(): string | undefined
  /** The tab that started the last operation. */
  started(): string | undefined
  /** Resolves once the tab is in front. */
  until(tab: string | undefined): Promise<void>
  /** Called when another tab comes to the front. */
  change(tab: string | undefined): void
}

export function openFrontTab(): FrontTab {
  let front: string | undefined
  let started: string | undefined
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  return {
    start() {
      started = front
      return front
    },
    started: () => started,
    async until(tab) {
      if (tab === undefined || tab === front) return
      const wait = waiting.get(tab) ?? Promise.withResolvers<void>()
      waiting.set(tab, wait)
      await wait.promise
    },
    change(tab) {
      front = tab
      if (tab === undefined) return
      waiting.get(tab)?.resolve()
      waiting.delete(tab)
    },
  }
}
