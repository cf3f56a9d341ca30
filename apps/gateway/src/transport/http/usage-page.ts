import type { HttpResponse } from '@travel-rule/http-host/http-host'
import { escapeHtml } from '@travel-rule/service/escape-html'

/** The self-contained page for browsers at `/graphql` that explains the API when the explorer is off. */
export function renderUsagePage(baseUrl: string, issuer: string | undefined): HttpResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'",
      vary: 'accept',
    },
    body: page(renderUsage(baseUrl, issuer)),
  }
}

/**
 * Explains the use of the API from a program, as the HTML below a heading. `issuer`: the issuer of its tokens;
 * `undefined` when it needs none.
 */
export function renderUsage(baseUrl: string, issuer: string | undefined): string {
  const url = escapeHtml(baseUrl)
  const need = issuer === undefined ? '' : ' Every operation needs an access token from the identity provider.'
  return `
<p>This is a GraphQL endpoint.${need}</p>
${issuer === undefined ? '' : renderToken(baseUrl, issuer)}<h2>Send a query</h2>
<pre tabindex="0">curl ${url}/graphql -H "authorization: Bearer $TOKEN" \\
  -H "content-type: application/json" \\
  -d '{"query":"{ trpd { vasps { name } } }"}'</pre>
<h2>Subscribe</h2>
<p>Open a WebSocket to <code>${url.replace(/^http/, 'ws')}/graphql-ws</code> with the subprotocol <code>graphql-transport-ws</code>
(or <code>graphql-ws</code>) and the <code>connection_init</code> payload <code>{"bearer_token": "…"}</code>;
or send the subscription like a query, with <code>accept: text/event-stream</code>.</p>
`
}

/** The paths are known only for the provider behind this gateway. */
function renderToken(baseUrl: string, issuer: string): string {
  const isOwn = issuer.startsWith(`${baseUrl}/auth/realms/`)
  const url = escapeHtml(issuer)
  const endpoint = isOwn ? `${url}/protocol/openid-connect/token` : '$TOKEN_ENDPOINT'
  const hint = `<p>The token endpoint is in <code>${url}/.well-known/openid-configuration</code>.</p>\n`
  return `<h2>Get a token</h2>
${isOwn ? '' : hint}<pre tabindex="0">curl ${endpoint} \\
  -d grant_type=client_credentials -d scope=openid \\
  -d client_id=$CLIENT_ID -d client_secret=$CLIENT_SECRET</pre>
`
}

function page(usage: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Travel Rule API</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem }
pre { padding: 1rem; overflow-x: auto; border: 1px solid #8886; border-radius: .5rem }
</style>
</head>
<body>
<main>
<h1>Travel Rule API</h1>${usage}</main>
</body>
</html>
`
}
