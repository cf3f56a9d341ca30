import { useEffect, useState } from 'react'
import { useInboxMemory } from '../inbox/list/inbox-memory.ts'
import type { SavedView } from './change-views.ts'

/**
 * Calls `apply` with the default view when the inbox is opened for the first time and without filters. If the person
 * has begun to work before the views are loaded, the list is left unchanged.
 */
export function useDefaultView(
  views: readonly SavedView[] | undefined,
  isPlain: boolean,
  apply: (view: SavedView) => void,
): void {
  const inbox = useInboxMemory()
  const [isAwaited, setAwaited] = useState(() => isPlain && inbox.wasOpened !== true)
  useEffect(() => {
    inbox.wasOpened = true
  }, [inbox])
  useEffect(() => {
    if (!isAwaited) return
    const stop = () => setAwaited(false)
    const began = ['keydown', 'pointerdown', 'wheel'] as const
    for (const type of began) addEventListener(type, stop, { capture: true, passive: true })
    return () => {
      for (const type of began) removeEventListener(type, stop, { capture: true })
    }
  }, [isAwaited])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `apply` is another function on each rendering.
  useEffect(() => {
    if (!isAwaited || views === undefined) return
    setAwaited(false)
    const chosen = views.find(({ isDefault }) => isDefault)
    if (isPlain && chosen !== undefined) apply(chosen)
  }, [views, isAwaited])
}
