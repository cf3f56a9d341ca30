import { randomUUID } from 'node:crypto'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Asset } from '../../assets/domain/asset.ts'
import { checkCustomerReference } from '../../customers/actions/customer-reference.ts'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import { checkMagnitude, parseAmount, toBaseUnits } from '../../foundation/domain/amount.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { type IvmsIssue, listedIssues } from '../../ivms101/domain/issue.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import { parseIvms101 } from '../../ivms101/domain/parse.ts'

/** Input common to all new outgoing transfers. */
export interface TransferInput {
  readonly asset: string
  /** In whole units. */
  readonly amount: string
  /** Idempotency key chosen by the client. */
  readonly requestIdentifier?: string | undefined
  readonly customerReference?: string | undefined
}

/** The checked form of `TransferInput`. */
export interface TransferTerms {
  readonly asset: Asset
  readonly amount: string
  readonly requestIdentifier: string
  readonly customerReference: string | undefined
}

/**
 * Checks the terms of a new transfer. The request identifier is random unless the client chose one.
 *
 * Refused with `ASSET_UNKNOWN`, `AMOUNT_*`, `REQUEST_IDENTIFIER_INVALID`, `CUSTOMER_REFERENCE_INVALID`.
 */
export function checkTerms({ assets }: Ports<'assets'>, input: TransferInput): Result<TransferTerms> {
  const asset = assets.byId(input.asset)
  if (asset === undefined) return refuse('ASSET_UNKNOWN', 'asset is not supported: query trpd { assets } for the list.')
  const amount = parseAmount(input.amount)
  if (!amount.ok) return amount
  const divisible = toBaseUnits(amount.value, asset.decimals)
  if (!divisible.ok) return divisible
  const possible = checkMagnitude(divisible.value, asset.decimals)
  if (!possible.ok) return possible
  if (input.requestIdentifier !== undefined && !isUuid(input.requestIdentifier)) {
    return refuse('REQUEST_IDENTIFIER_INVALID', 'requestIdentifier must be a UUID.')
  }
  const customer = input.customerReference === undefined ? undefined : checkCustomerReference(input.customerReference)
  if (customer?.ok === false) return customer
  return ok({
    asset,
    amount: amount.value,
    requestIdentifier: input.requestIdentifier?.toLowerCase() ?? randomUUID(),
    customerReference: customer?.value,
  })
}

/** Parses the persons of a client's input, given as IVMS101 JSON. Refused with `IVMS101_INVALID`. */
export function parsePersons(persons: {
  readonly originator?: unknown
  readonly beneficiary?: unknown
}): Result<Ivms101> {
  const { originator, beneficiary } = persons
  const { payload, issues } = parseIvms101({ originator, beneficiary })
  return payload !== undefined && issues.length === 0 ? ok(payload) : refuseIvms101(issues)
}

/** Refuses with `IVMS101_INVALID`; `extensions.issues` lists the issues. */
export function refuseIvms101(issues: readonly IvmsIssue[]): Result<never> {
  const [first] = issues
  const message = first === undefined ? 'it is not valid.' : `${first.path} (${first.constraint}): ${first.message}`
  return refuse('IVMS101_INVALID', `The IVMS101 data cannot be used: ${message}`, { issues: listedIssues(issues) })
}
