import { loadEntries } from '../../address-book/store/address-book.ts'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import { loadSecrets, loadTransfers } from '../../transfers/store/transfers.ts'
import { loadVasps } from '../../vasps/store/vasps.ts'
import type { LookedUp, LookupSubject } from './fact-source.ts'

/** Time limit for all sources together, in milliseconds. */
const LOOKUP_TIMEOUT_MS = 15_000

/**
 * Asks all sources about a transfer in parallel, except those whose fact is already in `known`. Returns
 * `known` and the new facts; only `known` if the transfer does not exist.
 */
export async function lookUpFacts(
  service: Ports<'database' | 'factSources' | 'logger' | 'sealer'>,
  transferId: string,
  signal: AbortSignal = new AbortController().signal,
  known: LookedUp = {},
): Promise<LookedUp> {
  const { logger } = service
  const factSources = service.factSources.filter(({ fact }) => known[fact] === undefined)
  const subject = factSources.length === 0 ? undefined : await subjectOf(service, transferId)
  if (subject === undefined) return known
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)])
  const found = await Promise.all(
    factSources.map(async (source) => {
      try {
        return await beforeAbort(limit, source.lookUp(subject, limit))
      } catch (err) {
        logger.warn({ err, source: source.name, transferId }, 'facts could not be looked up')
        return {}
      }
    }),
  )
  return Object.assign({}, known, ...found)
}

async function subjectOf(
  { database: { db }, sealer }: Ports<'database' | 'sealer'>,
  transferId: string,
): Promise<LookupSubject | undefined> {
  const [transfer] = await loadTransfers(db, sealer, [transferId])
  if (transfer === undefined || transfer.erasedAt !== undefined) return undefined
  const { vaspId, addressBookEntryId } = transfer
  const [[vasp], { ivms101: payload, customerReference: own }, [entry]] = await Promise.all([
    vaspId === undefined ? [] : loadVasps(db, [vaspId]),
    loadSecrets(db, sealer, transferId),
    addressBookEntryId === undefined ? [] : loadEntries(db, sealer, [addressBookEntryId]),
  ])
  const customerReference = own ?? entry?.customerReference
  return {
    transfer,
    payload,
    ...(vasp && { vasp }),
    ...(entry && { entry }),
    ...(customerReference === undefined ? {} : { customerReference }),
  }
}

/** The result of `work`, or a rejection as soon as `signal` is aborted. */
function beforeAbort<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('the time limit has passed', { cause: signal.reason }))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
