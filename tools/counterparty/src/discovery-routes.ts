import { logExchange } from './exchange-log.ts'
import type { Route } from './find-route.ts'
import { ownIdentity, ownVendor, trpVersion } from './own-identity.ts'
import type { State } from './state.ts'
import { trpHeaders, versionProblem } from './trp-headers.ts'

/** What a TRP peer may ask at our root. Source: shared/reference/trp.md, "Discovery". */
export function discoveryRoutes(state: State, startedAt: Date, now: () => Date): Route[] {
  const json = (value: object) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(value) })
  const pages: Record<string, () => { type: string; body: string }> = {
    '/identity': () => json(ownIdentity),
    '/version': () => json({ version: trpVersion, vendor: ownVendor }),
    '/uptime': () => ({
      type: 'text/plain',
      body: String(Math.floor((now().getTime() - startedAt.getTime()) / 1_000)),
    }),
    '/extensions': () => json({ required: [], supported: [] }),
  }
  return Object.entries(pages).map(([path, page]) => ({
    method: 'GET',
    path,
    headers: trpHeaders,
    take({ method, url, headers }) {
      const problem = versionProblem(headers)
      const { type, body } = problem === undefined ? page() : { type: 'text/plain', body: problem }
      const status = problem === undefined ? 200 : 400
      logExchange(state, {
        at: now(),
        direction: 'RECEIVED',
        kind: 'discovery',
        method,
        path: url.pathname + url.search,
        status,
        headers,
        body: '',
        answer: body,
      })
      return { status, headers: { ...trpHeaders, 'content-type': type }, body }
    },
  }))
}
