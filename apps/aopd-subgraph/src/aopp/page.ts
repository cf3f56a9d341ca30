import type { HttpResponse } from '@travel-rule/http-host/http-host'
import { type Html, html } from './html.ts'
import { CONTENT_SECURITY_POLICY, PAGE_STYLE } from './page-style.ts'

/** A whole page for a customer; nobody may frame it, keep it, or learn where its reader came from. */
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
