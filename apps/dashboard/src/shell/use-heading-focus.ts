import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the heading of a view when its path is opened, so that a screen reader says
 * what is new and Tab continues below it. Until the view has one, the focus is at `content`. The
 * inbox is left alone: it returns to its row by itself.
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
      // The heading of a view that was loading is replaced, which loses the focus.
      if (heading === null || (activeElement !== main && activeElement !== document.body)) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(focusHeading)
    observer.observe(main, { childList: true, subtree: true })
    focusHeading()
    // From now on the person says where the focus is.
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
