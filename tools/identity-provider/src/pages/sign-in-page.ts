import type { Realm } from '../realm.ts'
import { escapeHtml, type Page, page } from './page.ts'

export interface SignInView {
  readonly application: string
  readonly username: string
  readonly problem?: string
  /** Where the form finally leads to. */
  readonly returnOrigin?: string | undefined
}

/** The page that asks for a name and a password. */
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
<p class="note">This is the identity provider for development. Its people and their passwords were shown when this node was first started.</p>`
  return page(realm, 'Sign in', body, view.returnOrigin === undefined ? [] : [view.returnOrigin])
}
