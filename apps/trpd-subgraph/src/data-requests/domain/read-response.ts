import type { IvmsIssue } from '../../ivms101/domain/issue.ts'
import { parseIvms101 } from '../../ivms101/domain/parse.ts'
import { validateIvms101 } from '../../ivms101/domain/validate.ts'
import type { PartyField } from '../../jurisdictions/domain/jurisdiction.ts'
import { missingData } from '../../jurisdictions/domain/missing-fields.ts'
import { type PartyData, partyOf, withParty } from './complete-payload.ts'
import type { DataRequest, Party } from './data-request.ts'

/** The content of a response to a data request, and its problems. */
export interface ReadResponse {
  /** Data about the requested party; data about anyone else is dropped. */
  readonly received: PartyData
  /** Deviations that the sender must correct. */
  readonly issues: readonly IvmsIssue[]
  /** Requested kinds of data that are absent. */
  readonly missing: readonly PartyField[]
  /** Deviations in form that were tolerated, as they are in a message. */
  readonly tolerated: readonly IvmsIssue[]
}

/**
 * Reads IVMS101 from a JSON value as the response to a request, in any of the dialects accepted in messages.
 * `at` is the current time.
 *
 * C1 and C4, which require one more fact than a name, are not checked: the request says what is needed.
 */
export function readResponse(
  json: unknown,
  { party, fields }: Pick<DataRequest, 'party' | 'fields'>,
  at: Date,
): ReadResponse {
  const { payload, issues: found } = parseIvms101(json)
  if (payload === undefined) return { received: NOTHING, issues: found, missing: [], tolerated: [] }
  const received = partyOf(payload, party)
  const only = withParty({ transferPath: [] }, party, received)
  const issues = validateIvms101(only, at).filter(
    ({ path, constraint }) => isWithin(path, party) && constraint !== 'C1' && constraint !== 'C4',
  )
  const missing = neededFields(received, fields).filter(
    (field) => missingData(roleOf(party), [[[field]]], only).length > 0,
  )
  return { received, issues, missing, tolerated: found.filter(({ path }) => isWithin(path, party)) }
}

const NOTHING: PartyData = { persons: [], accountNumber: [] }

/** The payload field with the data of a party. */
export function roleOf(party: Party): 'originator' | 'beneficiary' {
  return party === 'ORIGINATOR' ? 'originator' : 'beneficiary'
}

function isWithin(path: string, party: Party): boolean {
  const role = roleOf(party)
  return path === role || path.startsWith(`${role}.`)
}

/** Those of `fields` that the persons can have: an organisation has no date of birth. */
function neededFields({ persons }: PartyData, fields: readonly PartyField[]): readonly PartyField[] {
  const isLegal = persons.some(({ legalPerson }) => legalPerson !== undefined)
  return fields.filter((field) => field !== (isLegal ? 'BIRTH' : 'LEI'))
}
