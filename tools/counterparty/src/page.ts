import { createHash } from 'node:crypto'
import type { Route } from './http-server.ts'
import { ownIdentity } from './invented-vasp.ts'
import { pageScript, pageStyle } from './page-assets.ts'
import { type Persona, personaRules, personas } from './personas.ts'
import type { Exchange, State } from './state.ts'
import { travelAddressesOf } from './travel-address.ts'
import { trpVersion } from './trp-headers.ts'

const ENTRIES_SHOWN_MAX = 100

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The page for people at `/`, and `/page/log`, which the page polls. */
export function pageRoutes(state: State, publicUrl: URL): Route[] {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src '${digest(pageStyle)}'`,
      `script-src '${digest(pageScript)}'`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
  return [
    {
      method: 'GET',
      path: '/',
      respond: () => ({ status: 200, headers, body: renderPage(travelAddressesOf(publicUrl), renderLog(state)) }),
    },
    { method: 'GET', path: '/page/log', respond: () => ({ status: 200, headers, body: renderLog(state) }) },
    { method: 'GET', path: '/favicon.ico', respond: () => ({ status: 204 }) },
  ]
}

/** The complete page, with the HTML of `log` inside. */
function renderPage(addresses: Readonly<Record<Persona, string>>, log: string): string {
  const rows = personas.map(
    (persona) => `
      <li>
        <h3>${persona}</h3>
        <p>${escapeHtml(personaRules[persona].what)}</p>
        <p class="outcome">${escapeHtml(personaRules[persona].outcome)}</p>
        <code>${escapeHtml(addresses[persona])}</code>
      </li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${ownIdentity.name}</title>
  <link rel="icon" href="data:,">
  <style>${pageStyle}</style>
</head>
<body>
  <header>
    <h1>${ownIdentity.name}</h1>
    <p>A demo VASP with TRP ${trpVersion}. Its customers, addresses and transaction hashes are invented.</p>
  </header>
  <main>
    <section aria-labelledby="addresses">
      <h2 id="addresses">Travel addresses</h2>
      <p class="hint">Each has a fixed outcome, shown as the sender of the inquiry sees it.</p>
      <ul class="addresses">${rows.join('')}
      </ul>
    </section>
    <section aria-labelledby="messages">
      <h2 id="messages">Messages <small id="live" role="status"></small></h2>
      <div id="log">${log}</div>
    </section>
  </main>
  <script>${pageScript}</script>
</body>
</html>
`
}

/** The latest messages as HTML, newest first. Escapes all of their content. */
function renderLog(state: State): string {
  if (state.log.length === 0) {
    return '<p class="empty">No messages yet. Send an inquiry to one of the travel addresses above.</p>'
  }
  const shown = state.log.slice(-ENTRIES_SHOWN_MAX).reverse()
  return `<ol>${shown.map((entry) => renderEntry(entry, state)).join('')}</ol>`
}

function renderEntry(entry: Exchange, state: State): string {
  const inquiry = state.inquiries.get(entry.inquiryId ?? '')
  const notes = [
    entry.repeatOf === null ? '' : `repeat of #${entry.repeatOf}`,
    entry.repeated === 0 ? '' : `repeated ${entry.repeated}×`,
    entry.problem ?? '',
    inquiry === undefined ? '' : `inquiry now ${inquiry.status}`,
  ].filter((note) => note !== '')
  const isGood = entry.status !== null && entry.status < 300
  return `<li><details data-sequence="${entry.sequence}"><summary>
  <span class="number">#${entry.sequence}</span>
  <time datetime="${escapeHtml(entry.at)}">${escapeHtml(entry.at.slice(11, 19))}</time>
  <span class="direction">${entry.direction === 'RECEIVED' ? '← received' : '→ sent'}</span>
  <strong>${entry.kind}</strong>
  <span class="status ${isGood ? 'good' : 'bad'}">${entry.status ?? 'no response'}</span>
  <span class="path">${escapeHtml(`${entry.method} ${shorten(entry.path)}`)}</span>
  <span class="notes">${escapeHtml(notes.join(' · '))}</span>
</summary>
<dl>
  <dt>Headers</dt><dd><pre>${escapeHtml(headerLines(entry))}</pre></dd>
  <dt>Body</dt><dd><pre>${escapeHtml(indent(entry.body) || '(empty)')}</pre></dd>
  <dt>Response</dt><dd><pre>${escapeHtml(indent(entry.answer) || '(empty)')}</pre></dd>
</dl></details></li>`
}

function headerLines({ headers }: Exchange): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** Shows only the beginning of the random part of a callback. */
function shorten(path: string): string {
  return path.replace(/[0-9A-Za-z_-]{32,}/g, (token) => `${token.slice(0, 8)}…`)
}

function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

/** `value` for HTML content and quoted attributes. */
function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
}

function digest(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
