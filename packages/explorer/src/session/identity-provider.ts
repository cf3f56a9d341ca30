import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'

/** A token that the identity provider gave out. */
export interface Grant {
  readonly token: string
  readonly hasEnded: boolean
  /** Whether another can be had without the person. */
  readonly isRenewable: boolean
}

/** Signs people in and out by the authorization code flow with PKCE. What it throws is told apart by `problemText`. */
export interface IdentityProvider {
  /** Leaves the page. */
  begin(): Promise<void>
  /** The grant that belongs to the address that the provider sent the browser to. */
  finish(address: string): Promise<Grant>
  remembered(): Promise<Grant | undefined>
  renew(): Promise<Grant>
  /** Forgets the grant and leaves the page. Throws when the provider has no sign-out or does not answer. */
  leave(): Promise<void>
}

const TIMEOUT_SECONDS = 10

export function openIdentityProvider(options: {
  readonly issuer: string
  readonly clientId: string
  /** Where the provider sends the browser back to. */
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
      if (user === null) throw new Error('no token was given out')
      return grantOf(user)
    },
    async leave() {
      const idToken = (await manager.getUser())?.id_token
      await manager.removeUser()
      await manager.signoutRedirect(idToken === undefined ? {} : { id_token_hint: idToken })
    },
  }
}

/** Without a refresh token another grant would need a hidden frame, which the page's policy forbids. */
function grantOf(user: User): Grant {
  return {
    token: user.access_token,
    hasEnded: user.expired === true,
    isRenewable: (user.refresh_token ?? '') !== '',
  }
}
