import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to a view's heading when its path is opened, so that a screen reader announces the view and Tab
 * continues below the heading. Until the view has a heading, the focus is on `content`. The inbox is excluded, since it
 * restores the focus to its row.
 */
export function useHeadingFocus(content: RefObject<HTMLElement | null>, path: string): void {
  const before = useRef(path)
  useEffect(() => {
    const isOpened = before.current !== path && path !== '/'
    before.current = path
    const main = content.current
    if (!isOpened || main === null) return
    main.focus()
    const focusHeading = () => {
      const heading = main.querySelector('h1')
      const { activeElement } = document
      // The heading is replaced once the view has loaded, which loses the focus.
      if (heading === null || (activeElement !== main && activeElement !== document.body)) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(focusHeading)
    observer.observe(main, { childList: true, subtree: true })
    focusHeading()
    // From now on, the person controls the focus.
    const ended = new AbortController()
    const end = () => {
      observer.disconnect()
      ended.abort()
    }
    for (const type of ['keydown', 'pointerdown'] as const) {
      document.addEventListener(type, end, { capture: true, signal: ended.signal })
    }
    return end
  }, [content, path])
}
