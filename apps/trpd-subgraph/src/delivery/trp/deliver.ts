import type { Attempt } from '@travel-rule/database/job-runner'
import type { OutboundResult } from '@travel-rule/service/outbound'
import type { ChangePorts, Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import type { AttemptJob } from '../../messages/actions/queue-message.ts'
import { TRP_CONTENT_TYPE } from '../../messages/domain/headers.ts'
import { headerOf } from '../../receiving/trp/trp-routes.ts'
import { type DeliveryVerdict, judgeResponse } from '../../transfers/domain/decide-delivery.ts'
import type { DeliveryKind } from '../../transfers/domain/transfer.ts'
import { askVasp, DISCOVERY_TIMEOUT_MS } from '../../vasps/actions/discover-vasp.ts'
import { abandonAttempt } from '../actions/abandon-attempt.ts'
import { beginAttempt, type ReadyAttempt } from '../actions/begin-attempt.ts'
import { prepareAttempt } from '../actions/prepare-attempt.ts'
import { recordAttempt } from '../actions/record-attempt.ts'
import type { DeliveryAttempt } from '../domain/delivery-attempt.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'

/** Runs a job in the queue `deliver`. If its job throws too often, the delivery is given up. */
export async function attemptDelivery(
  service: WorkPorts & ChangePorts & Ports<'outbound'>,
  deliveries: DeliveryMetrics,
  job: AttemptJob,
  run: Attempt,
): Promise<void> {
  try {
    await deliver(service, deliveries, { job, signal: run.signal })
  } catch (error) {
    await abandonAttempt(service, job, { error, run })
  }
}

/**
 * Makes one attempt to deliver a message and records the outcome. Before an inquiry, which contains personal
 * data, discovery runs unless its result is known.
 *
 * Failures of the counterparty are recorded, never thrown. Throws if `signal` interrupts the attempt, so that
 * the queue hands the job to another worker.
 */
export async function deliver(
  service: WorkPorts & ChangePorts & Ports<'outbound'>,
  deliveries: DeliveryMetrics,
  { job, signal }: { readonly job: AttemptJob; readonly signal: AbortSignal },
): Promise<void> {
  const begun = await beginAttempt(service, job)
  if (begun === undefined) return
  const startedAt = service.now()
  const attempt = begun.discoveryDue
    ? await discover(service, deliveries, { attempt: begun, startedAt, signal })
    : begun
  if (attempt === undefined) return
  const { message, version } = attempt
  const result = await service.outbound.request({
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
    pinnedKeys: attempt.vasp.pinnedKeys,
  })
  if (!result.ok) signal.throwIfAborted()
  await record(service, deliveries, { attempt, startedAt, result })
}

/** Runs discovery and returns the updated attempt; `undefined` if the attempt has ended. */
async function discover(
  service: WorkPorts & ChangePorts & Ports<'outbound'>,
  deliveries: DeliveryMetrics,
  { attempt, startedAt, signal }: StartedAttempt & { readonly signal: AbortSignal },
): Promise<ReadyAttempt | undefined> {
  const { message, version, vasp } = attempt
  const { origin } = new URL(message.url)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(DISCOVERY_TIMEOUT_MS)])
  const asked = await askVasp(service.outbound, { origin, version, pinnedKeys: vasp.pinnedKeys, signal: deadline })
  signal.throwIfAborted()
  if (asked.ok) return prepareAttempt(service, attempt, asked.discovery)
  await record(service, deliveries, { attempt, startedAt, result: asked })
  return undefined
}

interface StartedAttempt {
  readonly attempt: ReadyAttempt
  readonly startedAt: Date
}

async function record(
  service: WorkPorts & ChangePorts,
  deliveries: DeliveryMetrics,
  { attempt, startedAt, result }: StartedAttempt & { readonly result: OutboundResult },
): Promise<void> {
  const { kind, body } = attempt.message
  const verdict = judge(service, kind, result)
  const log: DeliveryAttempt = {
    kind,
    outcome: verdict.type,
    durationMs: service.now().getTime() - startedAt.getTime(),
    requestBytes: Buffer.byteLength(body),
    ...(result.ok ? { status: result.status, responseBytes: result.body.length } : { failure: result.code }),
    startedAt,
  }
  deliveries.attempted(log)
  const apiVersion = result.ok ? headerOf(result.headers, 'api-version') : undefined
  const response = result.ok ? { status: result.status, body: result.body } : undefined
  await recordAttempt(service, attempt, { verdict, apiVersion, log, response })
}

function judge({ policy }: Ports<'policy'>, kind: DeliveryKind, result: OutboundResult): DeliveryVerdict {
  if (result.ok) {
    const contentType = headerOf(result.headers, 'content-type')
    return judgeResponse(kind, { status: result.status, contentType, body: result.body }, policy.hosts)
  }
  switch (result.code) {
    case 'OUTBOUND_TIMEOUT':
      return { type: 'RETRY', problem: 'The counterparty did not respond in time.' }
    case 'OUTBOUND_TOO_LARGE':
      return { type: 'RETRY', problem: 'The response of the counterparty is too large.' }
    case 'OUTBOUND_UNREACHABLE':
      return { type: 'RETRY', problem: `The counterparty could not be reached (${result.reason}).` }
    case 'OUTBOUND_TLS':
      return { type: 'RETRY', problem: `TLS connection to the counterparty failed (${result.reason}).` }
    case 'OUTBOUND_HOST_REFUSED':
    case 'OUTBOUND_URL_REFUSED':
      return { type: 'REFUSED', problem: `Requests to the counterparty's address are not allowed: ${result.reason}.` }
  }
}
