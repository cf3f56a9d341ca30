import { createTransport } from 'nodemailer'

/** Sends e-mail through the operator's server. */
export interface Mailer {
  /** Resolves to false if the server refuses the e-mail permanently; throws if it may be retried. */
  send(mail: Mail, signal: AbortSignal): Promise<boolean>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Time limit for one e-mail in milliseconds: well below the 60 seconds of its job. */
const MAIL_TIMEOUT_MS = 45_000
const CONNECTION_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000

/**
 * Sends e-mail through an SMTP server: `smtps://user:password@host:465`, or `smtp://` with STARTTLS,
 * which is required unless the URL says `?ignoreTLS=true`.
 */
export function openMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport({
    url,
    requireTLS: new URL(url).protocol === 'smtp:' && !url.includes('ignoreTLS=true'),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // The mailer reads no files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }, stopped) {
      // Aborting closes the connection: an attempt that outlives its job would send the e-mail twice.
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(MAIL_TIMEOUT_MS)])
      try {
        await transport.sendMail({ from, to, subject, text, headers: { 'auto-submitted': 'auto-generated' }, signal })
        return true
      } catch (error) {
        if (isPermanent(error)) return false
        throw new Error('The e-mail could not be sent', { cause: withoutAddresses(error) })
      }
    },
  }
}

/**
 * True if the server will refuse the e-mail again. A refusal before the recipient and the message are sent,
 * for example of STARTTLS, the password or the sender, comes from settings that the operator can correct.
 * Source: RFC 5321, 4.2.1: 5yz is permanent.
 */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false
  const status = Number(error.responseCode)
  if (status < 500 || status > 599) return false
  if (error.command === 'DATA') return true
  return error.command === 'RCPT TO' && isAboutRecipient(status, 'response' in error ? String(error.response) : '')
}

/**
 * Some servers refuse the sender only in the response to RCPT TO. Source: RFC 3463, 3.2 and 3.3: 5.1 is about
 * the address, 5.2 about the mailbox.
 */
function isAboutRecipient(status: number, response: string): boolean {
  const [, subject] = /^\d{3}[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? []
  return subject === undefined ? [550, 551, 553].includes(status) : subject === '1' || subject === '2'
}

/** The error without e-mail addresses, for the log: servers quote the recipient in their responses. */
function withoutAddresses(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const status = error instanceof Error && 'responseCode' in error ? ` with status ${String(error.responseCode)}` : ''
  return new Error(`SMTP failed${status} (${code})`)
}
