import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type Provider } from 'oidc-provider'
import { errorPage, type Page, signInPage, writePage } from './pages.ts'
import { clientAddressOf, describePause, type PasswordCheck } from './password-check.ts'
import type { Realm } from './realm.ts'

const FORM_BYTES_MAX = 16 * 1024
/** A longer form is refused before it has arrived completely. */
const DISCARDED_BYTES_MAX = 8 * 1024 * 1024
const WRONG_CREDENTIALS = 'Wrong user name or password.'

/** A request body that is not a form, or is too long. */
export class FormError extends Error {
  override readonly name = 'FormError'
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/**
 * The sign-in page: GET shows it, POST checks the user name and password and continues the flow.
 *
 * A cookie bound to this path identifies the flow, so that one browser cannot continue another browser's flow. Throws
 * `FormError`.
 */
export async function serveSignIn(
  provider: Provider,
  options: { readonly realm: Realm; readonly checkPassword: PasswordCheck },
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
      const cancelled = { error: 'access_denied', error_description: 'The user cancelled the sign-in' }
      return await provider.interactionFinished(request, response, cancelled, { mergeWithLastSubmission: false })
    }
    const username = form.get('username') ?? ''
    const password = form.get('password') ?? ''
    const verdict = options.checkPassword({ login: username, password, address: clientAddressOf(request) })
    if (verdict.outcome === 'PAUSED') {
      response.setHeader('retry-after', verdict.retryAfterSeconds)
      return writePage(response, 429, await page({ username, problem: describePause(verdict.retryAfterSeconds) }))
    }
    if (verdict.outcome === 'WRONG') {
      return writePage(response, 400, await page({ username, problem: WRONG_CREDENTIALS }))
    }
    const login = { accountId: verdict.person.id, amr: ['pwd'] }
    return await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })

    async function page(shown: { username?: string; problem?: string }): Promise<Page> {
      return signInPage(options.realm, { ...(await describeFlow(provider, interaction)), ...shown })
    }
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    const message =
      'This sign-in has ended or was started in another browser. Go back to the application and start again.'
    writePage(response, 400, errorPage(options.realm, message))
  }
}

async function describeFlow(provider: Provider, interaction: Interaction) {
  const { client_id: clientId, redirect_uri: redirectUri, login_hint: hint } = interaction.params
  const client = await provider.Client.find(String(clientId))
  return {
    application: client?.clientName ?? String(clientId),
    username: typeof hint === 'string' ? hint : '',
    returnOrigin: typeof redirectUri === 'string' ? URL.parse(redirectUri)?.origin : undefined,
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw new FormError('not a form')
  const body = await readBody(request)
  if (body === undefined) throw new FormError('form too long')
  return new URLSearchParams(body)
}

/**
 * Reads to the end even if the form is too long: a client that is still sending when the response arrives may lose the
 * response, and the next request on the connection with it.
 */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > DISCARDED_BYTES_MAX) break
    if (bytes <= FORM_BYTES_MAX) chunks.push(chunk)
  }
  request.resume()
  return bytes > FORM_BYTES_MAX ? undefined : Buffer.concat(chunks).toString('utf8')
}
