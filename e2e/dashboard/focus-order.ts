import type { Page } from 'playwright-core'

/** Maximum number of Tab presses per page. */
const STOPS_MAX = 400
/** Number of key presses sent at once. */
const PRESSES = 40

/**
 * Problems with the Tab order of the page, or of the open dialog: each visible control must be reached once, in
 * document and reading order, in view, and with a focus ring. In a dialog, the focus must stay inside.
 */
export async function focusProblems(page: Page): Promise<readonly string[]> {
  const isDialog = (await page.evaluate(`(${BEGIN})()`)) === true
  // A dialog returns the focus a moment after it has left; a page needs no pause between two keys.
  const atOnce = isDialog ? 1 : PRESSES
  for (let presses = 0; presses < STOPS_MAX; presses += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => page.keyboard.press('Tab')))
    if ((await page.evaluate('focusWalk.isDone()')) === true) break
  }
  return (await page.evaluate('focusWalk.end()')) as readonly string[]
}

/**
 * Runs in the page: lists the controls, moves the focus before them, and records the focused element after each Tab.
 */
const BEGIN = `async () => {
  const FRAMES_MAX = 120
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]'
  const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
  const root = dialog ?? document.body
  // An earlier walk may have left a list scrolled; it renders its first rows in the next frame.
  for (const it of root.querySelectorAll('*')) if (it.scrollTop > 0) it.scrollTop = 0
  for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  const isRtl = getComputedStyle(document.documentElement).direction === 'rtl'
  const name = (it) => it === document.body ? 'body' : it.tagName.toLowerCase() + ' “' +
    (it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent ?? '').trim().slice(0, 40) + '”'
  const isStop = (it) => it.tabIndex >= 0 && !it.disabled && it.type !== 'hidden' && !it.closest('[inert], [aria-hidden=true]') &&
    it.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && it.getClientRects().length > 0 &&
    !(it.type === 'radio' && [...root.querySelectorAll('input[type=radio]')].some((other) =>
      other.name === it.name && other !== it && (other.checked || (!it.checked && other.compareDocumentPosition(it) & 4))))
  const expected = [...root.querySelectorAll(CONTROLS)].filter(isStop)
  const placed = expected.map((it) => ({ it, box: it.getBoundingClientRect(), isFixed: it.className.includes?.('skip') }))
  const isScroller = (it) => it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1
  const visited = []
  const problems = []
  const unseen = []
  // A link may be broken across lines, each of which has a separate box.
  const isSeen = (it) => isScroller(it) || [...it.getClientRects()].some((box) => [0.1, 0.5, 0.9].some((part) => {
    const hit = document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2)
    return hit !== null && (it.contains(hit) || hit.contains(it) && hit !== root || [...it.labels ?? []].some((label) => label.contains(hit)))
  }))
  const settled = async (isSettled) => {
    for (let frames = 0; frames < FRAMES_MAX && !isSettled(); frames += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  const see = () => {
    const it = document.activeElement
    if (it === null || it === document.body || visited.at(-1) === it) return
    visited.push(it)
    if (!root.contains(it)) problems.push('outside of the dialog: ' + name(it))
    if (!isSeen(it)) unseen.push(it)
    const style = getComputedStyle(it)
    if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 1) problems.push('no focus ring: ' + name(it))
  }
  if (dialog === null) document.addEventListener('keydown', see, true)
  if (dialog === null) {
    const start = document.createElement('span')
    start.tabIndex = -1
    root.prepend(start)
    start.focus()
    start.remove()
  } else {
    if (document.activeElement !== expected[0]) problems.push('the dialog begins at ' + name(document.activeElement))
    see()
  }
  globalThis.focusWalk = {
    isDone: async () => {
      if (dialog === null) return expected.every((it) => visited.includes(it) || !it.isConnected)
      const isGuard = () => document.activeElement?.hasAttribute('data-base-ui-focus-guard')
      // Loading content may move the element.
      await settled(() => !isGuard() && isSeen(document.activeElement))
      see()
      return visited.length > 1 && visited.at(-1) === visited[0]
    },
    end: async () => {
      see()
      document.removeEventListener('keydown', see, true)
      // A busy page may have moved an element between two keys: it is out of view only if it stays so when focused.
      for (const it of unseen.filter((it) => it.isConnected)) {
        it.focus()
        await settled(() => isSeen(it))
        if (isSeen(it)) continue
        const { left, top, width, height } = it.getBoundingClientRect()
        const front = document.elementFromPoint(left + width / 2, top + height / 2)
        problems.push('out of view: ' + name(it) + ' at ' + [left, top, width, height].map(Math.round) + ', behind ' + (front && name(front)))
      }
      const first = visited.indexOf(visited[0], 1)
      const way = first < 0 ? visited : visited.slice(0, first)
      for (const it of expected) if (it.isConnected && !way.includes(it)) problems.push('not reached: ' + name(it))
      // Elements removed by a live update have no place in the order.
      const order = way.filter((it) => expected.includes(it) && it.isConnected)
      if (new Set(order).size < order.length) problems.push('reached twice: ' + order.filter((it, i) => order.indexOf(it) < i).map(name))
      order.forEach((it, i) => {
        if (i > 0 && !(order[i - 1].compareDocumentPosition(it) & 4)) problems.push('not in order: ' + name(order[i - 1]) + ' before ' + name(it))
      })
      placed.forEach(({ it, box }, i) => {
        const before = placed[i - 1]
        if (before === undefined || before.isFixed || before.it.contains(it)) return
        const [a, b] = [before.box, box]
        const isSameRow = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2
        const isBack = isRtl ? b.left >= a.right - 1 : b.right <= a.left + 1
        const isSameColumn = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        if (isSameRow ? isBack : b.bottom <= a.top && (isBack || isSameColumn))
          problems.push('not as people read: ' + name(before.it) + ' before ' + name(it))
      })
      delete globalThis.focusWalk
      return problems
    },
  }
  return dialog !== null
}`
