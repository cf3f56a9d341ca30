import type { ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Page } from './page.ts'

/** Answers one of the provider's own routes with a page of ours; the status stays as the provider has set it. */
export function sendPage(ctx: KoaContextWithOIDC, page: Page): void {
  for (const [name, value] of headersOf(page)) ctx.set(name, value)
  ctx.body = page.html
}

export function writePage(response: ServerResponse, status: number, page: Page): void {
  for (const [name, value] of headersOf(page)) response.setHeader(name, value)
  response.writeHead(status).end(page.html)
}

/** Browsers apply `form-action` to the redirects that follow a form, so the application's origin has to be named. */
function headersOf(page: Page): [string, string][] {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...page.formOrigins].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-security-policy', policy.join('; ')],
    ['cache-control', 'no-store'],
  ]
}
