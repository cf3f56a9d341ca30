import { createHash } from 'node:crypto'
import type { Route } from './find-route.ts'
import { renderPage } from './page.ts'
import { renderLog } from './page-log.ts'
import { pageScript } from './page-script.ts'
import { pageStyle } from './page-style.ts'
import type { State } from './state.ts'
import { travelAddressesOf } from './travel-addresses.ts'

/** The page for people: `/` whole, `/page/log` the part that the page fetches again and again. */
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
      take: () => ({ status: 200, headers, body: renderPage(travelAddressesOf(publicUrl), renderLog(state)) }),
    },
    { method: 'GET', path: '/page/log', take: () => ({ status: 200, headers, body: renderLog(state) }) },
    { method: 'GET', path: '/favicon.ico', take: () => ({ status: 204 }) },
  ]
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
