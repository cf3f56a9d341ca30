import type { HttpResponse } from '@travel-rule/http-host/http-host'
import { escapeHtml } from '@travel-rule/service/escape-html'
import { CONTENT_SECURITY_POLICY, PAGE_STYLE } from './page-style.ts'

/** Escaped HTML. */
export interface Html {
  readonly html: string
}

type Part = string | number | Html | readonly Html[] | undefined

/** HTML from a template: values other than `Html` are escaped, and `undefined` renders nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.map((text, index) => text + render(parts[index])).join('') }
}

function render(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'html' in part ? part.html : part.map((item) => item.html).join('')
}

/** A complete page for a customer, which may be neither framed nor cached, and sends no referrer. */
export function page(status: number, title: string, content: Html): HttpResponse {
  const document = html`<!doctype html>
<html lang="en">
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
