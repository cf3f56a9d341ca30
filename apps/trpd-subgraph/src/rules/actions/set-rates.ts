import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Rate } from '../../assets/domain/rates.ts'
import { saveRates } from '../../assets/store/rates.ts'
import type { Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { parseAmount } from '../../foundation/domain/amount.ts'
import { isCurrency } from '../domain/parse-rules.ts'

/** The value of one whole unit of an asset in a currency. */
export interface RateInput {
  readonly asset: string
  readonly currency: string
  readonly value: string
  /** Defaults to now. */
  readonly at?: Date | null | undefined
}

/** Maximum number of rates in one call. */
const RATES_MAX = 500
/** Maximum number of rates in one event. */
const RATES_PER_EVENT = 25
/** How far the clock of the client that sets rates may be ahead. */
const CLOCK_SKEW_MS = 60_000

/**
 * Stores rates, and returns those that are newer than the stored ones. Refused with `RATE_INVALID`;
 * `extensions.path` is the path of the field.
 */
export async function setRates(
  service: WorkPorts & Ports<'assets'>,
  inputs: readonly RateInput[],
  actor: Actor,
): Promise<Result<readonly Rate[]>> {
  if (inputs.length > RATES_MAX) return invalid('rates', `must have at most ${RATES_MAX} items`)
  const now = service.now()
  const rates: Rate[] = []
  for (const [index, input] of inputs.entries()) {
    const path = `rates.${index}`
    const rate = parseRate(service, input, { path, now, setBy: actor.id })
    if (!rate.ok) return rate
    const { assetId, currency } = rate.value
    if (rates.some((each) => each.assetId === assetId && each.currency === currency)) {
      return invalid(path, 'is of the same asset and currency as an earlier one')
    }
    rates.push(rate.value)
  }
  // A fixed order, so that two concurrent calls do not deadlock.
  rates.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return inTransaction<readonly Rate[]>(service, async (work) => {
    const stored = await saveRates(work.tx, rates)
    for (let from = 0; from < stored.length; from += RATES_PER_EVENT) {
      const part = stored.slice(from, from + RATES_PER_EVENT)
      const detail = Object.fromEntries(part.map((rate) => [keyOf(rate), rate.value]))
      work.record({ type: 'rates.set', subject: { type: 'rates', id: 'rates' }, actor, at: now, detail })
    }
    return ok(stored)
  })
}

function keyOf({ assetId, currency }: Pick<Rate, 'assetId' | 'currency'>): string {
  return `${assetId}/${currency}`
}

function parseRate(
  { assets }: Ports<'assets'>,
  { asset, currency, value, at }: RateInput,
  { path, now, setBy }: { readonly path: string; readonly now: Date; readonly setBy: string },
): Result<Rate> {
  if (assets.byId(asset) === undefined) return invalid(`${path}.asset`, 'is not the id of an asset')
  if (!isCurrency(currency)) return invalid(`${path}.currency`, 'must be an ISO 4217 code, such as EUR')
  const parsed = parseAmount(value)
  if (!parsed.ok) return invalid(`${path}.value`, `is not a rate: ${parsed.refusal.message.replace(/\.$/, '')}`)
  if (at != null && at.getTime() > now.getTime() + CLOCK_SKEW_MS) return invalid(`${path}.at`, 'is in the future')
  return ok({ assetId: asset, currency, value: parsed.value, at: at ?? now, setBy })
}

function invalid(path: string, problem: string): Result<never> {
  return refuse('RATE_INVALID', `${path} ${problem}.`, { path })
}
