import { randomUUID } from 'node:crypto'
import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { CaseFilter } from '../../cases/store/case-filter.ts'
import { customerFingerprints } from '../../customers/actions/customer-reference.ts'
import { nameWords } from '../../customers/domain/customer.ts'
import { type Decimal, parseAmount } from '../../foundation/domain/amount.ts'
import { codePoints, isUuid } from '../../foundation/domain/string-format.ts'
import { searchedTokens } from '../../foundation/store/name-tokens.ts'
import { type Context, readsPersonalData } from '../../graphql/context.ts'
import type { InputMaybe, TransactionFilter } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import type { TransferFilter } from '../store/transfer-filter.ts'

/** Maximum number of items in one list in a filter. */
const FILTER_ITEMS_MAX = 500
/** Shorter searches would match transfers by a prefix that most addresses share. */
const SEARCH_LENGTH_MIN = 4
/** Maximum length of a search, that of the longest hash or address. */
const SEARCH_LENGTH_MAX = 256
/** Maximum number of code points in a name to search for. */
const NAME_LENGTH_MAX = 200

/**
 * The filter of a list, a count or a subscription. An invalid id matches nothing.
 *
 * Throws `REQUEST_IDENTIFIER_INVALID`, `TRANSACTION_FILTER_TOO_LONG`, `TRANSACTION_SEARCH_INVALID`,
 * `AMOUNT_*`, and `FORBIDDEN` for personal data that the caller may not read.
 */
export function readFilter(filter: InputMaybe<TransactionFilter> | undefined, context: Context): TransferFilter {
  const given = withoutNulls(filter ?? {})
  const { id, direction, channel, status, folder, delivery, vasp, asset, requestIdentifier, travelAddress, txHash } =
    given
  const { caseStatus, assignee, priority } = given
  if (requestIdentifier !== undefined && !isUuid(requestIdentifier)) {
    throw refusalError({ code: 'REQUEST_IDENTIFIER_INVALID', message: 'filter.requestIdentifier must be a UUID.' })
  }
  const lists = { id, direction, channel, status, folder, delivery, vasp, asset, caseStatus, assignee, priority }
  for (const [name, list] of Object.entries(lists)) {
    if (list !== undefined && list.length > FILTER_ITEMS_MAX) {
      const message = `filter.${name} must have at most ${FILTER_ITEMS_MAX} items.`
      throw refusalError({ code: 'TRANSACTION_FILTER_TOO_LONG', message })
    }
  }
  return {
    ids: keys(id),
    directions: direction,
    channels: channel,
    statuses: status,
    folders: folder,
    deliveries: delivery,
    vaspIds: keys(vasp),
    assetIds: asset?.map(storable),
    requestIdentifier: requestIdentifier?.toLowerCase(),
    travelAddress: travelAddress === undefined ? undefined : storable(travelAddress),
    txHash: txHash === undefined ? undefined : storable(txHash),
    from: given.from,
    to: given.to,
    amountFrom: bound('amountFrom', given.amountFrom),
    amountTo: bound('amountTo', given.amountTo),
    customerFingerprints: readCustomer(given.customerReference, context),
    search: readSearch(given.search),
    nameTokens: readNames(given.name, context),
    cases: readCases(filter, context),
  }
}

function readCases(filter: InputMaybe<TransactionFilter> | undefined, { service }: Context): CaseFilter | undefined {
  const { caseStatus, assignee, priority, dueFrom, dueTo } = withoutNulls(filter ?? {})
  if ([caseStatus, assignee, priority, dueFrom, dueTo].every((value) => value === undefined)) return undefined
  const hasRange = dueFrom !== undefined || dueTo !== undefined
  return {
    statuses: caseStatus,
    assignees: assignee?.map((id) => (id == null ? null : storable(id))),
    priorities: priority,
    due: hasRange ? { from: dueFrom, to: dueTo, defaultSeconds: service.policy.deadlineSeconds.case } : undefined,
  }
}

function bound(name: string, amount: string | undefined): Decimal | undefined {
  if (amount === undefined) return undefined
  const parsed = parseAmount(amount)
  if (parsed.ok) return parsed.value
  throw refusalError({ ...parsed.refusal, message: `filter.${name}: ${parsed.refusal.message}` })
}

/** The fact that a customer has transactions is personal data, like the reference itself. */
function readCustomer(reference: string | undefined, context: Context): readonly Buffer[] | undefined {
  if (reference === undefined) return undefined
  if (readsPersonalData(context)) return unwrap(customerFingerprints(context.service, reference))
  throw refusalError({ code: 'FORBIDDEN', message: 'filter.customerReference needs the scope pii:read.' })
}

/** The names of the parties to a transaction are personal data. */
function readNames(name: string | undefined, context: Context): string[][] | undefined {
  if (name === undefined) return undefined
  if (readsPersonalData(context)) return searchedTokens(context.service.sealer, readName('filter.name', name))
  throw refusalError({ code: 'FORBIDDEN', message: 'filter.name needs the scope pii:read.' })
}

/** A name to search for. Throws `NAME_SEARCH_INVALID`. */
export function readName(argument: string, name: string): string {
  if (nameWords([name]).length > 0 && codePoints(name) <= NAME_LENGTH_MAX) return name
  const message = `${argument} must have a letter or digit, and at most ${NAME_LENGTH_MAX} characters.`
  throw refusalError({ code: 'NAME_SEARCH_INVALID', message })
}

function readSearch(search: string | undefined): string | undefined {
  const text = search?.trim().toLowerCase()
  if (text === undefined) return undefined
  const length = codePoints(text)
  if (length >= SEARCH_LENGTH_MIN && length <= SEARCH_LENGTH_MAX) return storable(text)
  throw refusalError({
    code: 'TRANSACTION_SEARCH_INVALID',
    message: `filter.search must have ${SEARCH_LENGTH_MIN} to ${SEARCH_LENGTH_MAX} characters.`,
  })
}

function keys(ids: readonly string[] | undefined): string[] | undefined {
  return ids?.map((id) => (isUuid(id) ? id.toLowerCase() : NO_MATCH))
}

/** PostgreSQL strings cannot contain NUL; such a parameter would be an error. */
function storable(text: string): string {
  return text.includes('\0') ? NO_MATCH : text
}

/** An id that does not match any row. */
const NO_MATCH = randomUUID()
