import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'

/** A token that the identity provider issued. */
export interface Grant {
  readonly token: string
  readonly isExpired: boolean
  /** Whether it can be renewed without the user. */
  readonly isRenewable: boolean
}

/** Signs users in and out by the authorization code flow with PKCE. `problemMessage` explains what it throws. */
export interface IdentityProvider {
  /** Redirects to the provider. */
  begin(): Promise<void>
  /** The grant for the address to which the provider redirected. */
  finish(address: string): Promise<Grant>
  remembered(): Promise<Grant | undefined>
  renew(): Promise<Grant>
  /** Removes the grant and redirects. Throws when the provider has no sign-out or does not respond. */
  leave(): Promise<void>
}

const TIMEOUT_SECONDS = 10

export function openIdentityProvider(options: {
  readonly issuer: string
  readonly clientId: string
  /** Where the provider redirects to. */
  readonly returnTo: string
}): IdentityProvider {
  const store = new WebStorageStateStore({ prefix: 'explorer:oidc:', store: sessionStorage })
  const manager = new UserManager({
    authority: options.issuer,
    client_id: options.clientId,
    redirect_uri: options.returnTo,
    post_logout_redirect_uri: options.returnTo,
    response_type: 'code',
    scope: 'openid profile',
    userStore: store,
    stateStore: store,
    automaticSilentRenew: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: TIMEOUT_SECONDS,
  })
  return {
    begin: () => manager.signinRedirect(),
    finish: async (address) => grantOf(await manager.signinRedirectCallback(address)),
    async remembered() {
      const user = await manager.getUser()
      return user === null ? undefined : grantOf(user)
    },
    async renew() {
      const user = await manager.signinSilent()
      if (user === null) throw new Error('no token was issued')
      return grantOf(user)
    },
    async leave() {
      const idToken = (await manager.getUser())?.id_token
      await manager.removeUser()
      await manager.signoutRedirect(idToken === undefined ? {} : { id_token_hint: idToken })
    },
  }
}

/** Without a refresh token, renewal would need a hidden frame, which the page's policy forbids. */
function grantOf(user: User): Grant {
  return {
    token: user.access_token,
    isExpired: user.expired === true,
    isRenewable: (user.refresh_token ?? '') !== '',
  }
}
