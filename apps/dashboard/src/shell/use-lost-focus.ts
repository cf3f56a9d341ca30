import { type RefObject, useEffect } from 'react'

/**
 * When what has the focus in `content` disappears, such as a button that has done its work, moves
 * the focus to the heading of the part that it was in: keyboards and screen readers go on there, not
 * at the top of the page. Rows of lists are left alone: they come and go while a list scrolls.
 */
export function useLostFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = content.current
    if (main === null) return
    /** What has the focus or had it last, and what is around it, up to `content`. */
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
    // A dialog may outlive the button that has opened it: its end is seen too.
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
