import type { Attempt } from '@travel-rule/database/job-runner'
import { ok } from '@travel-rule/service/result'
import { lockTarget } from '../../cases/actions/change-case.ts'
import { type Ports, systemActor, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { type DataRequest, type MailStatus, statusOf } from '../domain/data-request.ts'
import { findDataRequest, loadMailedLink, updateLink } from '../store/data-requests.ts'
import type { Mail } from './open-mailer.ts'
import { type MailJob, recordChange } from './request-data.ts'

/**
 * Sends the e-mail with the link of a data request. Throws to be retried. After the last attempt, or once the
 * request has ended, it records that the e-mail failed.
 */
export async function mailDataRequest(
  service: WorkPorts & Ports<'mailer' | 'policy'>,
  { requestId, linkNumber }: MailJob,
  { signal, lastAttempt }: Attempt,
): Promise<void> {
  const { database, sealer, mailer, logger } = service
  const request = await findDataRequest(database.db, sealer, requestId)
  const link = await loadMailedLink(database.db, sealer, requestId)
  if (request?.linkNumber !== linkNumber || request.mail !== 'QUEUED') return
  const { email } = request
  const isOpen = statusOf(request, service.now()) === 'OPEN'
  if (!isOpen || link === undefined || email === undefined || mailer === undefined) {
    return settle(service, request, 'FAILED')
  }
  try {
    const mail = writeMail({ vaspName: service.policy.own.name, link, expiresAt: request.expiresAt })
    const isAccepted = await mailer.send({ to: email, ...mail }, signal)
    await settle(service, request, isAccepted ? 'SENT' : 'FAILED')
  } catch (err) {
    if (!lastAttempt || signal.aborted) throw err
    logger.warn({ err, dataRequestId: requestId }, 'the e-mail of a data request was given up')
    await settle(service, request, 'FAILED')
  }
}

/** Stores the outcome of the e-mail and deletes the link. */
async function settle(
  service: WorkPorts,
  { id, linkNumber, transferId }: DataRequest,
  mail: MailStatus,
): Promise<void> {
  await inTransaction<true>(service, async (work) => {
    const locked = await lockTarget(work, { id: transferId })
    const request = await findDataRequest(work.tx, work.sealer, id)
    // A newer link is sent by its own e-mail.
    if (!locked.ok || request?.linkNumber !== linkNumber || request.mail !== 'QUEUED') return ok(true)
    const settled: DataRequest = { ...request, mail }
    await updateLink(work.tx, work.sealer, settled, {})
    const type = mail === 'SENT' ? 'transfer.data_request_mailed' : 'transfer.data_request_mail_failed'
    recordChange(work, locked.value, { request: settled, type, actor: systemActor, at: work.now() })
    return ok(true)
  })
}

/**
 * The e-mail in English and German. It says who asks and until when, and nothing about the transfer or the
 * requested data: an e-mail is as public as a postcard.
 */
function writeMail({
  vaspName,
  link,
  expiresAt,
}: {
  readonly vaspName: string
  readonly link: string
  readonly expiresAt: Date
}): Omit<Mail, 'to'> {
  const until = (language: string) =>
    expiresAt.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return {
    subject: `${vaspName}: information about a transfer / Angaben zu einer Überweisung`,
    text: `${vaspName} asks you for information about a transfer.
Please open this link by ${until('en-GB')} (UTC):

${link}

The link is personal: do not forward it. If you expect no transfer with ${vaspName}, do not open it.

---

${vaspName} bittet Sie um Angaben zu einer Überweisung.
Bitte öffnen Sie diesen Link bis ${until('de-DE')} (UTC):

${link}

Der Link ist persönlich: Leiten Sie ihn nicht weiter. Wenn Sie keine Überweisung mit ${vaspName} erwarten, öffnen Sie ihn nicht.
`,
  }
}
