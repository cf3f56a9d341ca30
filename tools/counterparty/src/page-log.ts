import { escapeHtml } from './escape-html.ts'
import type { Exchange } from './exchange-log.ts'
import type { State } from './state.ts'

const ENTRIES_SHOWN_MAX = 100

/** The newest messages as HTML, newest first. Everything in them is somebody else's text and escaped. */
export function renderLog(state: State): string {
  if (state.log.length === 0) {
    return '<p class="empty">Nothing yet. Send an inquiry to one of the travel addresses above.</p>'
  }
  const shown = state.log.slice(-ENTRIES_SHOWN_MAX).reverse()
  return `<ol>${shown.map((entry) => renderEntry(entry, state)).join('')}</ol>`
}

function renderEntry(entry: Exchange, state: State): string {
  const inquiry = state.inquiries.get(entry.inquiryId ?? '')
  const notes = [
    entry.repeatOf === null ? '' : `repeats #${entry.repeatOf}`,
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
  <span class="status ${isGood ? 'good' : 'bad'}">${entry.status ?? 'no answer'}</span>
  <span class="path">${escapeHtml(`${entry.method} ${shorten(entry.path)}`)}</span>
  <span class="notes">${escapeHtml(notes.join(' · '))}</span>
</summary>
<dl>
  <dt>Headers</dt><dd><pre>${escapeHtml(headerLines(entry))}</pre></dd>
  <dt>Body</dt><dd><pre>${escapeHtml(indent(entry.body) || '(empty)')}</pre></dd>
  <dt>Answer</dt><dd><pre>${escapeHtml(indent(entry.answer) || '(empty)')}</pre></dd>
</dl></details></li>`
}

function headerLines({ headers }: Exchange): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** The unguessable part of a callback says nothing to a reader, so only its beginning is shown. */
function shorten(path: string): string {
  return path.replace(/[0-9A-Za-z_-]{32,}/g, (token) => `${token.slice(0, 8)}…`)
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
