import type { ServerResponse } from 'node:http'
import { escapeHtml } from '@travel-rule/service/escape-html'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { originsOf, type Realm } from './realm.ts'

export interface Page {
  readonly html: string
  /** Other origins to which submitting a form of the page may redirect. */
  readonly formOrigins: readonly string[]
}

interface SignInView {
  readonly application: string
  readonly username: string
  readonly problem?: string
  /** Origin of the application to which the form finally redirects. */
  readonly returnOrigin?: string | undefined
}

export function signInPage(realm: Realm, view: SignInView): Page {
  const problem =
    view.problem === undefined ? '' : `<p class="problem" role="alert" id="problem">${escapeHtml(view.problem)}</p>`
  const invalid = view.problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'
  const [nameFocus, passwordFocus] = view.username === '' ? [' autofocus', ''] : ['', ' autofocus']
  const body = `<h1>Sign in</h1>
<p class="lead">to continue to <strong>${escapeHtml(view.application)}</strong></p>
${problem}
<form method="post">
<label for="username">User name or e-mail</label>
<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200" required value="${escapeHtml(view.username)}"${nameFocus}${invalid}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${passwordFocus}${invalid}>
<button type="submit">Sign in</button>
<button type="submit" name="action" value="cancel" class="quiet" formnovalidate>Cancel</button>
</form>
<p class="note">This identity provider is for development. npm start prints its users and their passwords.</p>`
  return page(realm, 'Sign in', body, view.returnOrigin === undefined ? [] : [view.returnOrigin])
}

/** Shows `message`, which explains the problem and its solution. */
export function errorPage(realm: Realm, message: string): Page {
  return page(
    realm,
    'Error',
    `<h1>Something went wrong</h1>\n<p class="problem" role="alert">${escapeHtml(message)}</p>`,
  )
}

/** Requests confirmation. `form` is the provider's own hidden form, with the id `op.logoutForm`. */
export function signOutPage(realm: Realm, form: string): Page {
  const body = `<h1>Sign out?</h1>
<p class="lead">This signs you out of every application of this node.</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button type="submit" form="op.logoutForm" class="quiet">Stay signed in</button>`
  return page(realm, 'Sign out', body, originsOf(realm.redirectUris))
}

export function signedOutPage(realm: Realm): Page {
  const body = '<h1>You are signed out</h1>\n<p class="lead">You can close this page.</p>'
  return page(realm, 'Signed out', body)
}

/** Sends `page` from a route of the provider, with the status set by the provider. */
export function sendPage(ctx: KoaContextWithOIDC, page: Page): void {
  for (const [name, value] of headersOf(page)) ctx.set(name, value)
  ctx.body = page.html
}

export function writePage(response: ServerResponse, status: number, page: Page): void {
  for (const [name, value] of headersOf(page)) response.setHeader(name, value)
  response.writeHead(status).end(page.html)
}

/** `form-action` also applies to redirects after a form, so it names the application's origin. */
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

/** A complete page. Escapes `title`; `body` is HTML, escaped by the caller. */
function page(realm: Realm, title: string, body: string, formOrigins: readonly string[] = []): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Travel Rule</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="stylesheet" href="${escapeHtml(realm.path)}/resources/style.css">
</head>
<body>
<main>
<div class="brand" aria-hidden="true">${ICON}<span>Travel Rule</span></div>
${body}
</main>
</body>
</html>
`
  return { html, formOrigins }
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28"><rect width="32" height="32" rx="8" fill="#0f5fd7"/>' +
  '<path d="M8 12h13l-4-4M24 20H11l4 4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** Served as a file, so that the content security policy can forbid inline styles. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --ground: #eef2f7; --card: #ffffff; --text: #17212f; --soft: #55627a; --line: #7a879c; --edge: #d9e0ea;
  --accent: #0f5fd7; --accent-strong: #0a4bad; --on-accent: #ffffff; --bad: #a4161a; --bad-ground: #fdecec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d131c; --card: #161f2c; --text: #e8eef6; --soft: #a5b3c7; --line: #6b7a91; --edge: #263245;
    --accent: #78adff; --accent-strong: #9cc3ff; --on-accent: #06203f; --bad: #ffb4b0; --bad-ground: #3a1a1c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
main {
  width: 100%; max-width: 25rem; padding: 2.25rem 2rem 1.75rem; background: var(--card);
  border: 1px solid var(--edge); border-radius: 1rem; box-shadow: 0 1.25rem 2.5rem rgb(9 25 50 / 12%);
}
.brand { display: flex; align-items: center; gap: .6rem; margin-bottom: 1.75rem; font-weight: 600; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.01em; }
.lead { margin: .35rem 0 1.5rem; color: var(--soft); }
.lead strong { color: var(--text); font-weight: 600; }
label { display: block; margin: 1rem 0 .35rem; font-size: .925rem; font-weight: 600; }
input {
  width: 100%; padding: .65rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem;
}
input[aria-invalid] { border-color: var(--bad); }
button {
  width: 100%; margin-top: 1.5rem; padding: .7rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: .5rem;
}
button:hover { background: var(--accent-strong); }
button.quiet { margin-top: .5rem; color: var(--soft); background: transparent; }
button.quiet:hover { color: var(--text); background: var(--ground); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { margin: 1rem 0; padding: .7rem .85rem; color: var(--bad); background: var(--bad-ground); border-radius: .5rem; }
.note { margin: 1.5rem 0 0; padding-top: 1.1rem; border-top: 1px solid var(--edge); font-size: .85rem; color: var(--soft); }
`
