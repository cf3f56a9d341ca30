import { randomUUID } from 'node:crypto'
import { detailOfChange } from '@travel-rule/database/detail-of-change'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { isChainString, isSingleLine } from '../../foundation/domain/string-format.ts'
import { listedIssues } from '../../ivms101/domain/issue.ts'
import type { Person } from '../../ivms101/domain/model.ts'
import { parseIvms101 } from '../../ivms101/domain/parse.ts'
import { validateIvms101 } from '../../ivms101/domain/validate.ts'
import type { Customer } from '../domain/customer.ts'
import { listPendingOf, lockCustomer, saveCustomer } from '../store/customers.ts'
import { checkCustomerReference, customerFingerprints } from './customer-reference.ts'

/** A customer as known to the operator's systems. Absent fields stay unchanged; null clears them. */
export interface CustomerInput {
  readonly reference: string
  readonly name: string
  /** IVMS101 as JSON. */
  readonly person?: unknown
  readonly accounts?: readonly string[] | null | undefined
}

/** Maximum number of code points in a customer's name. */
const NAME_LENGTH_MAX = 200
/** Maximum number of accounts per customer. */
const ACCOUNTS_MAX = 100

/**
 * Stores a customer, or changes the one with this reference, and repeats the checks of the customer's
 * undecided inquiries.
 *
 * Refused with `CUSTOMER_REFERENCE_INVALID`, `CUSTOMER_NAME_INVALID`, `CUSTOMER_ACCOUNTS_INVALID`,
 * `IVMS101_INVALID`.
 */
export async function upsertCustomer(
  service: WorkPorts,
  input: CustomerInput,
  actor: Actor,
): Promise<Result<Customer>> {
  const checked = checkInput(input, service.now())
  if (!checked.ok) return checked
  const { reference, name, change } = checked.value
  const fingerprints = customerFingerprints(service, reference)
  if (!fingerprints.ok) return fingerprints
  const { sealer } = service
  return inTransaction(service, async (work) => {
    const existing = await lockCustomer(work.tx, sealer, fingerprints.value)
    const at = work.now()
    const fresh = { id: randomUUID(), version: 0, accounts: [], createdAt: at }
    const { person, ...base } = { ...(existing ?? fresh), ...change, reference, name, updatedAt: at }
    const customer: Customer = { ...base, version: base.version + 1, ...(person === undefined ? {} : { person }) }
    await saveCustomer(work.tx, sealer, customer, fingerprints.value[0])
    work.record({
      type: existing === undefined ? 'customer.created' : 'customer.updated',
      subject: { type: 'customer', id: customer.id },
      actor,
      at,
      detail: detailOfChange(existing && factsOf(existing), factsOf(customer)),
    })
    await checkAgain(work, await listPendingOf(work.tx, { fingerprints: fingerprints.value }))
    return ok(customer)
  })
}

function factsOf({ version, person, accounts }: Customer) {
  return { version, hasPerson: person !== undefined, accounts: accounts.length }
}

/** Repeats the checks of transfers, each in its own job, because a fact that checks depend on has changed. */
export async function checkAgain({ tx, jobs }: UnitOfWork, transferIds: readonly string[]): Promise<void> {
  await jobs.enqueueAll(
    tx,
    'check',
    transferIds.map((transferId) => ({ transferId, cause: 'CHANGE' })),
  )
}

interface CheckedInput {
  readonly reference: string
  readonly name: string
  readonly change: { person?: Person | undefined; accounts?: readonly string[] }
}

function checkInput({ reference, name, person, accounts }: CustomerInput, at: Date): Result<CheckedInput> {
  const checked = checkCustomerReference(reference)
  if (!checked.ok) return checked
  if (!isSingleLine(name, NAME_LENGTH_MAX)) {
    return refuse('CUSTOMER_NAME_INVALID', `name must have 1 to ${NAME_LENGTH_MAX} characters on one line.`)
  }
  if (accounts != null && (accounts.length > ACCOUNTS_MAX || !accounts.every(isChainString))) {
    const message = `accounts must have at most ${ACCOUNTS_MAX} items of 1 to 256 printable ASCII characters without white space.`
    return refuse('CUSTOMER_ACCOUNTS_INVALID', message)
  }
  const parsed = person == null ? ok(undefined) : parsePerson(person, at)
  if (!parsed.ok) return parsed
  const change = {
    ...(person === undefined ? {} : { person: parsed.value }),
    ...(accounts === undefined ? {} : { accounts: accounts ?? [] }),
  }
  return ok({ reference: checked.value, name: name.trim(), change })
}

/** A customer may lack fields that are mandatory for an originator, so only those present are checked. */
function parsePerson(json: unknown, at: Date): Result<Person | undefined> {
  const PATH = 'beneficiary.beneficiaryPersons[0]'
  const { payload, issues } = parseIvms101({ beneficiary: { beneficiaryPersons: [json] } })
  const person = payload?.beneficiary?.beneficiaryPersons[0]
  const all = [...issues, ...(payload === undefined ? [] : validateIvms101(payload, at))]
  const own = all.filter(({ path }) => path.startsWith(PATH))
  const [first] = own
  if (first === undefined && person !== undefined) return ok(person)
  const message = first === undefined ? 'it is not a person.' : `${first.path} (${first.constraint}): ${first.message}`
  return refuse('IVMS101_INVALID', `person is not valid: ${message}`, { issues: listedIssues(own) })
}
