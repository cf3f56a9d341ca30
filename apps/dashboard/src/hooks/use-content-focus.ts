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

/**
 * When the focused element in `content` is removed, such as a button whose action is complete, moves the focus to the
 * heading of its section, so that keyboard and screen reader users continue there rather than at the top of the page.
 * Rows of lists are ignored, since scrolling adds and removes them.
 */
export function useLostFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = content.current
    if (main === null) return
    /** The element focused last, and its ancestors up to `content`. */
    let path: readonly Element[] = []
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof Element ? pathTo(target, main) : []
    }
    const restore = () => {
      if (path[0]?.isConnected !== false || document.activeElement !== document.body) return
      const parts = path.filter((part) => part.isConnected)
      path = []
      if (parts.some(({ classList }) => classList.contains('rows'))) return
      const headings = parts.map((part) => part.querySelector<HTMLElement>('h1, h2, h3'))
      const heading = headings.find((found) => found !== null)
      if (heading) heading.tabIndex = -1
      const target = heading ?? main
      target.focus({ preventScroll: true })
    }
    // A dialog may outlive the button that opened it, so its removal counts too.
    const observer = new MutationObserver(restore)
    observer.observe(document.body, { childList: true, subtree: true })
    main.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      main.removeEventListener('focusin', remember)
    }
  }, [content])
}

function pathTo(element: Element, end: Element): readonly Element[] {
  const parent = element.parentElement
  return element === end || parent === null ? [element] : [element, ...pathTo(parent, end)]
}
