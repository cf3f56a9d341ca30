import type { Outbound, OutboundResult } from '@travel-rule/service/outbound'
import { beginAttempt, recordAttempt } from '../actions/delivery-attempt.ts'
import type { AttemptJob } from '../actions/queue-message.ts'
import type { Node } from '../actions/transfer-service.ts'
import { type DeliveryVerdict, judgeAnswer } from '../domain/decide-delivery.ts'
import { TRP_CONTENT_TYPE } from '../domain/trp-message/headers.ts'
import { headerOf } from './trp-routes.ts'

/**
 * Makes one attempt to bring a message to its counterparty. Whatever the counterparty does is stored and never thrown; throws when
 * the attempt was interrupted by `signal`, so that the queue gives the job to somebody else.
 */
export async function deliver(
  node: Node,
  outbound: Outbound,
  { job, signal }: { readonly job: AttemptJob; readonly signal: AbortSignal },
): Promise<void> {
  const attempt = await beginAttempt(node, job)
  if (attempt === undefined) return
  const { message, version } = attempt
  const result = await outbound.request({
    method: 'POST',
    url: message.url,
    headers: {
      'api-version': version,
      'request-identifier': message.requestIdentifier,
      'content-type': TRP_CONTENT_TYPE,
      accept: 'application/json',
    },
    body: message.body,
    signal,
  })
  if (!result.ok) signal.throwIfAborted()
  const apiVersion = result.ok ? headerOf(result.headers, 'api-version') : undefined
  await recordAttempt(node, attempt, { verdict: judge(node, attempt.message.kind, result), apiVersion })
}

function judge({ rules }: Node, kind: Parameters<typeof judgeAnswer>[0], result: OutboundResult): DeliveryVerdict {
  if (result.ok) {
    const contentType = headerOf(result.headers, 'content-type')
    return judgeAnswer(kind, { status: result.status, contentType, body: result.body }, rules.hosts)
  }
  switch (result.code) {
    case 'OUTBOUND_TIMEOUT':
      return { type: 'RETRY', problem: 'The counterparty did not answer in time.' }
    case 'OUTBOUND_TOO_LARGE':
      return { type: 'RETRY', problem: 'The counterparty answered with more than is read.' }
    case 'OUTBOUND_UNREACHABLE':
      return { type: 'RETRY', problem: `The counterparty could not be reached (${result.reason}).` }
    case 'OUTBOUND_TLS':
      return { type: 'RETRY', problem: `No secure connection to the counterparty could be made (${result.reason}).` }
    case 'OUTBOUND_HOST_REFUSED':
    case 'OUTBOUND_URL_REFUSED':
      return { type: 'REFUSED', problem: `The counterparty's address may not be called: ${result.reason}.` }
  }
}
