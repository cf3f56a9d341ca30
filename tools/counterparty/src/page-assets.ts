/** Refreshes the log every two seconds. Entries opened by the reader stay open. */
export const pageScript = `
const log = document.getElementById('log')
const live = document.getElementById('live')
let shown = ''
async function refresh() {
  try {
    const response = await fetch('/page/log', { cache: 'no-store' })
    const html = await response.text()
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
    live.textContent = 'not reachable, retrying'
  }
  setTimeout(refresh, 2000)
}
refresh()
`

export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #14171c); --card: light-dark(#ffffff, #1d2129);
  --line: light-dark(#d9dde4, #343a46); --ink: light-dark(#1b1f27, #e8eaee); --soft: light-dark(#565f6e, #a3acba);
  --good: light-dark(#0b6b3a, #6fd6a1); --bad: light-dark(#a3251b, #ff9b90);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 2rem 0 .75rem; font-size: 1.1rem; }
h3 { margin: 0; font-size: 1rem; }
header p, .addresses p, .hint, .empty, small { margin: .25rem 0 0; color: var(--soft); }
small { font-weight: 400; }
ul, ol { list-style: none; margin: 0; padding: 0; }
.addresses { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); }
.addresses li, ol { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
.addresses li { padding: .9rem 1rem; }
.addresses p { font-size: .9rem; }
.hint { margin-bottom: .75rem; }
.addresses .outcome { color: var(--ink); font-weight: 600; }
code, pre { font: .82rem/1.5 ui-monospace, 'Liberation Mono', monospace; overflow-wrap: anywhere; }
.addresses code { display: block; margin-top: .5rem; user-select: all; }
ol li + li { border-top: 1px solid var(--line); }
summary { display: flex; flex-wrap: wrap; gap: .15rem .9rem; align-items: baseline; padding: .55rem 1rem; cursor: pointer; font-size: .9rem; }
summary::-webkit-details-marker { display: none; }
summary:focus-visible { outline: 2px solid currentColor; outline-offset: -3px; border-radius: .5rem; }
.number { min-width: 2.2rem; }
.number, time, .path, .notes { color: var(--soft); font-variant-numeric: tabular-nums; }
.direction { min-width: 5.4rem; }
summary strong { min-width: 6.4rem; }
.status { min-width: 2.2rem; font-weight: 600; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.path { flex: 1 1 20rem; overflow-wrap: anywhere; }
dl { margin: 0; padding: .25rem 1rem 1rem; }
dt { margin-top: .5rem; font-size: .8rem; color: var(--soft); }
dd { margin: 0; }
pre { margin: .2rem 0 0; padding: .6rem .75rem; white-space: pre-wrap; background: var(--ground); border-radius: .35rem; max-height: 24rem; overflow: auto; }
`
