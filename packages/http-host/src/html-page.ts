import { createHash } from 'node:crypto'
import { escapeHtml } from '@travel-rule/service/escape-html'
import type { HttpResponse } from './route.ts'

/** Escaped HTML. */
export interface Html {
  readonly html: string
}

type Part = string | number | Html | readonly Html[] | undefined

/** HTML from a template: values other than `Html` are escaped, and `undefined` renders nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.map((part, index) => part + render(parts[index])).join('') }
}

function render(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'html' in part ? part.html : part.map((item) => item.html).join('')
}

/**
 * A complete page for the public, which may be neither framed nor cached, and sends no referrer. It
 * needs no script, and loads nothing.
 */
export function page(status: number, title: string, content: Html, language = 'en'): HttpResponse {
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ html: PAGE_STYLE }}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    },
    body: document.html,
  }
}

/** The style sheet of the public pages, light and dark. */
const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #16202b; --soft: #4d5b69; --paper: #f4f6f8; --card: #ffffff; --line: #c6d0d9;
  --accent: #0b5cad; --on-accent: #ffffff; --good: #12683a; --good-back: #e4f4ea; --bad: #a3211b; --bad-back: #fcebea;
  --note-back: #fdf3dc; --note: #6d4c00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --soft: #a9b6c2; --paper: #11171d; --card: #1a222a;
  --line: #3d4a56; --accent: #8cc1f7; --on-accent: #0c1c2c; --good: #86d9a8; --good-back: #14301f; --bad: #ff9d96;
  --bad-back: #3a1917; --note-back: #33290f; --note: #f0cd7d; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 42rem; margin: 0 auto; }
h1 { font-size: 1.65rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
p { margin: 0 0 .9rem; }
.sender { color: var(--soft); margin: 0 0 .35rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.15rem 1.25rem .5rem; margin: 1.1rem 0; }
.note { border-radius: .75rem; border: 1px solid currentcolor; padding: .9rem 1.25rem; margin: 1.1rem 0; }
.note p:last-child { margin: 0; }
.good { color: var(--good); background: var(--good-back); }
.bad { color: var(--bad); background: var(--bad-back); }
.wait { color: var(--note); background: var(--note-back); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1rem; margin: 0 0 .9rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
code, .text, textarea, input { font: .95rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.text { margin: 0 0 .4rem; padding: .8rem .9rem; border: 1px dashed var(--soft); border-radius: .5rem; background: var(--paper);
  overflow-wrap: anywhere; white-space: pre-wrap; user-select: all; -webkit-user-select: all; }
.hint { color: var(--soft); font-size: .95rem; }
label + .hint { margin: 0 0 .35rem; }
.card > p:last-child { margin: 0; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
input, textarea, select { display: block; width: 100%; padding: .6rem .7rem; margin: 0 0 1rem; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: .5rem; }
select, input[type] { font: inherit; }
fieldset { border: 0; margin: 0 0 .5rem; padding: 0; min-width: 0; }
legend { font-weight: 700; font-size: 1.1rem; padding: 0; margin: 0 0 .6rem; }
.choices { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; margin: 0 0 1.1rem; padding: 0; }
.choices a { display: block; padding: .5rem .9rem; border: 1px solid var(--soft); border-radius: .5rem; color: inherit; text-decoration: none; }
.choices a[aria-current] { border-color: var(--accent); box-shadow: inset 0 -.2rem var(--accent); font-weight: 600; }
.language { text-align: end; margin: 0 0 .5rem; }
a { color: var(--accent); }
.bad a { color: inherit; }
.problem { color: var(--bad); margin: -.6rem 0 1rem; font-size: .95rem; }
.quote { border-inline-start: .25rem solid var(--line); padding-inline-start: .9rem; margin: 0 0 .9rem; white-space: pre-line; overflow-wrap: anywhere; }
textarea { min-height: 6rem; resize: vertical; }
[aria-invalid="true"] { border: 2px solid var(--bad); }
.button { display: inline-block; font: inherit; font-weight: 600; padding: .65rem 1.2rem; margin: 0 0 1rem; border: 0; cursor: pointer;
  border-radius: .5rem; background: var(--accent); color: var(--on-accent); text-decoration: none; }
.button:hover { filter: brightness(1.1); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin: 0 0 .5rem; } .button { width: 100%; text-align: center; } }
`

/** Allows only this style sheet and the site's own form: no scripts, no other hosts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
