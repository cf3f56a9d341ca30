import type { Realm } from '../realm.ts'
import { escapeHtml, type Page, page } from './page.ts'

/** Says what went wrong and what to do. */
export function errorPage(realm: Realm, text: string): Page {
  return page(
    realm,
    'Something is wrong',
    `<h1>That did not work</h1>\n<p class="problem" role="alert">${escapeHtml(text)}</p>`,
  )
}

/** Asks whether to sign out. `form` is the provider's own hidden form, with the id `op.logoutForm`. */
export function signOutPage(realm: Realm, form: string): Page {
  const body = `<h1>Sign out?</h1>
<p class="lead">You will be signed out of every application of this node.</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button type="submit" form="op.logoutForm" class="quiet">Stay signed in</button>`
  return page(realm, 'Sign out', body, [new URL(realm.baseUrl).origin, 'http://localhost:*', 'http://127.0.0.1:*'])
}

export function signedOutPage(realm: Realm): Page {
  const body = '<h1>You are signed out</h1>\n<p class="lead">You can close this page.</p>'
  return page(realm, 'Signed out', body)
}
