import type { Page } from 'playwright-core'
import { type Quantiles, quantilesOf } from './quantiles.ts'

/** Records when the first row is painted, and the time from each input to the next paint. */
const OBSERVERS = `
  const firstRows = Promise.withResolvers()
  window.bench = { inputs: [], firstRows: firstRows.promise }
  new MutationObserver((changes, observer) => {
    if (document.querySelector('.row') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => firstRows.resolve(performance.now())))
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of list.getEntries()) {
      if (interactionId > 0 && ['keydown', 'pointerup', 'click'].includes(name)) window.bench.inputs.push(duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

const LOADS = 7
/** Inputs faster than this are not reported by the browser. */
const INPUT_MS_MIN = 16

/** Must be called before the page is opened. */
export async function observe(page: Page): Promise<void> {
  await page.addInitScript(OBSERVERS)
}

/** Loads the inbox repeatedly, as a signed-in person. */
export async function measureFirstRows(page: Page): Promise<Quantiles> {
  const times: number[] = []
  for (let load = 0; load < LOADS; load += 1) {
    await page.reload()
    times.push(Number(await page.evaluate('window.bench.firstRows')))
  }
  return quantilesOf(times)
}

/** Scrolls until all rows are loaded; returns the number of rows in the document. */
export async function loadAll(page: Page, rows: number): Promise<number> {
  await page.evaluate(`new Promise((done) => {
    const timer = setInterval(() => {
      const list = document.querySelector('.rows')
      list.scrollTop = list.scrollHeight
      if (Number(document.querySelector('.row')?.getAttribute('aria-setsize')) < ${rows}) return
      clearInterval(timer)
      done()
    }, 50)
  })`)
  return page.locator('.row').count()
}

const STEPS = 40

/** Walks through the list, selects rows and clicks check boxes. */
export async function measureInteractions(page: Page): Promise<Quantiles> {
  await page.evaluate('document.querySelector(".rows").scrollTop = 5000')
  await page.locator('.row-link').nth(12).focus()
  await page.evaluate('window.bench.inputs = []')
  let inputs = 0
  for (let step = 0; step < STEPS; step += 1) {
    for (const key of ['j', 'x']) await page.keyboard.press(key)
    await page.locator('.row-select').nth(12).click()
    inputs += 3
  }
  // The last inputs are reported after their frame.
  await page.evaluate('new Promise((done) => setTimeout(done, 500))')
  const reported = ((await page.evaluate('window.bench.inputs')) as number[]).slice(0, inputs)
  return quantilesOf([...reported, ...Array(inputs - reported.length).fill(INPUT_MS_MIN)])
}

/**
 * The times between frames. A dot in the corner changes in each frame: without a change, Chromium waits for the next
 * refresh of a display, even though it was started with the option not to wait.
 */
export async function measureFrames(page: Page, seconds: number): Promise<Quantiles> {
  const times = await page.evaluate(`new Promise((done) => {
    const dot = document.body.appendChild(document.createElement('div'))
    Object.assign(dot.style, { position: 'fixed', inset: '0 auto auto 0', width: '1px', height: '1px' })
    const times = []
    const end = performance.now() + ${seconds * 1_000}
    let last = performance.now()
    const frame = () => {
      const now = performance.now()
      times.push(now - last)
      last = now
      dot.style.backgroundColor = times.length % 2 ? 'black' : 'white'
      if (now < end) requestAnimationFrame(frame)
      else {
        dot.remove()
        done(times)
      }
    }
    requestAnimationFrame(frame)
  })`)
  return quantilesOf(times as number[])
}
