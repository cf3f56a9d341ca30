import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type Provider } from 'oidc-provider'
import type { Person } from './identity-data.ts'
import { errorPage } from './pages/notice-pages.ts'
import type { Page } from './pages/page.ts'
import { writePage } from './pages/send-page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { authenticate } from './people.ts'
import { readForm } from './read-form.ts'
import type { Realm } from './realm.ts'

const WRONG = 'This name and password do not belong together.'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/**
 * Answers the page where a person signs in: GET shows it, POST checks the name and password and continues the flow.
 * Which flow it is comes from a cookie bound to this path, so that one browser cannot answer for another.
 */
export async function answerSignIn(
  provider: Provider,
  options: { readonly realm: Realm; readonly people: readonly Person[] },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const interaction = await provider.interactionDetails(request, response)
    if (interaction.prompt.name !== 'login') {
      return await provider.interactionFinished(request, response, { consent: {} })
    }
    if (request.method !== 'POST') return writePage(response, 200, await page({}))
    const form = await readForm(request)
    if (form.get('action') === 'cancel') {
      const cancelled = { error: 'access_denied', error_description: 'The person cancelled the sign-in' }
      return await provider.interactionFinished(request, response, cancelled, { mergeWithLastSubmission: false })
    }
    const username = form.get('username') ?? ''
    const person = authenticate(options.people, username, form.get('password') ?? '')
    if (!person) return writePage(response, 400, await page({ username, problem: WRONG }))
    const login = { accountId: person.id, amr: ['pwd'] }
    return await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })

    async function page(shown: { username?: string; problem?: string }): Promise<Page> {
      return signInPage(options.realm, { ...(await described(provider, interaction)), ...shown })
    }
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    const text = 'This sign-in has ended or was started in another browser. Go back to the application and start again.'
    writePage(response, 400, errorPage(options.realm, text))
  }
}

async function described(provider: Provider, interaction: Interaction) {
  const { client_id: clientId, redirect_uri: redirectUri, login_hint: hint } = interaction.params
  const client = await provider.Client.find(String(clientId))
  return {
    application: client?.clientName ?? String(clientId),
    username: typeof hint === 'string' ? hint : '',
    returnOrigin: typeof redirectUri === 'string' ? URL.parse(redirectUri)?.origin : undefined,
  }
}
