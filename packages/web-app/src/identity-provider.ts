import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'

/** A token of the identity provider. */
export interface Grant {
  readonly token: string
  /** True if it can be renewed without the person. */
  readonly isRenewable: boolean
}

/**
 * Signs people in and out by the authorization code flow with PKCE. Throws the errors of
 * `oidc-client-ts`.
 */
export interface IdentityProvider {
  /** Leaves the page. `state` is part of the grant with which the provider returns to it. */
  begin(state?: string): Promise<void>
  /** Completes the sign-in, from the URL to which the provider redirected. */
  finish(url: string): Promise<Grant & { readonly state: string | undefined }>
  /** The grant of this tab, renewed if it has expired. */
  stored(): Promise<Grant | undefined>
  renew(): Promise<Grant>
  /**
   * Removes the grant and leaves the page. Throws when the provider has no sign-out or does not
   * respond.
   */
  leave(): Promise<void>
}

const TIMEOUT_SECONDS = 30

export function openIdentityProvider(options: {
  readonly issuer: string
  readonly clientId: string
  /** The page to which the provider redirects. */
  readonly returnTo: string
  /** Starts the keys in the tab's storage. */
  readonly storePrefix: string
}): IdentityProvider {
  const store = new WebStorageStateStore({ prefix: options.storePrefix, store: sessionStorage })
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
  async function renew(): Promise<Grant> {
    const user = await manager.signinSilent()
    if (user === null) throw new Error('the provider issued no token')
    return grantOf(user)
  }

  return {
    begin: (state) => manager.signinRedirect({ state }),
    async finish(url) {
      const user = await manager.signinRedirectCallback(url)
      return { ...grantOf(user), state: typeof user.state === 'string' ? user.state : undefined }
    },
    async stored() {
      const user = await manager.getUser()
      if (user === null) return undefined
      const grant = grantOf(user)
      return user.expired === true && grant.isRenewable ? renew() : grant
    },
    renew,
    async leave() {
      const idToken = (await manager.getUser())?.id_token
      await manager.removeUser()
      await manager.signoutRedirect(idToken === undefined ? {} : { id_token_hint: idToken })
    },
  }
}

/** True for the URL of a page to which a provider redirects at the end of a sign-in. */
export function isSignInResult({ searchParams }: URL): boolean {
  return searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))
}

/** Renewal without a refresh token would need a hidden frame, which the content security policy forbids. */
function grantOf(user: User): Grant {
  return {
    token: user.access_token,
    isRenewable: (user.refresh_token ?? '') !== '',
  }
}
