/** Fetches the log every two seconds and puts it in place, keeping open what the reader has opened. */
export const pageScript = `
const log = document.getElementById('log')
const live = document.getElementById('live')
let shown = ''
async function refresh() {
  try {
    const answer = await fetch('/page/log', { cache: 'no-store' })
    const html = await answer.text()
    if (html !== shown) {
      const open = [...log.querySelectorAll('details[open]')].map((entry) => entry.dataset.sequence)
      const focused = document.activeElement?.closest('details')?.dataset.sequence
      log.innerHTML = html
      for (const sequence of open) log.querySelector('details[data-sequence="' + sequence + '"]')?.setAttribute('open', '')
      if (focused) log.querySelector('details[data-sequence="' + focused + '"] summary')?.focus()
      shown = html
    }
    live.textContent = 'live'
  } catch {
    live.textContent = 'not reachable, trying again'
  }
  setTimeout(refresh, 2000)
}
refresh()
`
