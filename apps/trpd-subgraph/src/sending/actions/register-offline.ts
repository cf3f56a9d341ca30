import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Refusal, type Result, refuse } from '@travel-rule/service/result'
import { checkAddress, checkTxHash } from '../../assets/domain/ledger-string.ts'
import { shareCustomer, withCustomer } from '../../customers/actions/customer-reference.ts'
import type { DecisionPorts, Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { canonicalJson } from '../../foundation/domain/json.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { type IvmsIssue, listedIssues } from '../../ivms101/domain/issue.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import { validateIvms101 } from '../../ivms101/domain/validate.ts'
import { checkAndDecide } from '../../rules/actions/check-and-decide.ts'
import { publishTransfer } from '../../transfers/actions/change-transfer.ts'
import { type Direction, openRegistered, type Transfer } from '../../transfers/domain/transfer.ts'
import { insertTransfer } from '../../transfers/store/insert-transfer.ts'
import { findRegisteredTransfer, loadSecrets } from '../../transfers/store/transfers.ts'
import { type Vasp, withVaspsOf } from '../../vasps/domain/vasp.ts'
import { loadVasps } from '../../vasps/store/vasps.ts'
import { checkTerms, parsePersons, refuseIvms101, type TransferInput, type TransferTerms } from './check-terms.ts'

/** Input of `registerOfflineTx`. `originator` and `beneficiary` are IVMS101 as JSON. */
export interface RegisterOfflineInput extends TransferInput {
  readonly direction: Direction
  /** True if the other party's wallet is not held by a VASP. */
  readonly selfHosted: boolean
  /** Id of the other VASP, if known. */
  readonly vasp?: string | undefined
  /** Our customer's side is required: `originator` or `beneficiary`, depending on the direction. */
  readonly originator?: unknown
  readonly beneficiary?: unknown
  /** Payment address. */
  readonly address: string
  readonly originAddress?: string | undefined
  readonly txHash?: string | undefined
}

interface CheckedInput extends TransferTerms {
  readonly input: RegisterOfflineInput
  readonly inputSha256: string
  readonly ivms101: Ivms101
}

/**
 * Records a transfer that is not exchanged over TRP: CONFIRMED with a hash, otherwise APPROVED. Nothing is
 * sent.
 *
 * Repeating the call with the same request identifier and the same input returns the existing transfer.
 * Refused with `ASSET_UNKNOWN`, `AMOUNT_*`, `REQUEST_IDENTIFIER_*`, `CUSTOMER_REFERENCE_INVALID`,
 * `VASP_NOT_EXPECTED`, `VASP_NOT_FOUND`, the codes of `checkAddress` and `checkTxHash`, and with
 * `IVMS101_INVALID` for the data of our customer. Issues in the other party's data are recorded.
 */
export async function registerOfflineTx(
  service: WorkPorts & DecisionPorts,
  input: RegisterOfflineInput,
  actor: Actor,
): Promise<Result<Transfer>> {
  const checked = checkInput(service, input)
  if (!checked.ok) return checked
  return inTransaction(service, async (work) => {
    const existing = await findRepeated(work, checked.value)
    return existing ?? register(service, work, checked.value, actor)
  })
}

function checkInput(service: Ports<'assets'>, input: RegisterOfflineInput): Result<CheckedInput> {
  const terms = checkTerms(service, input)
  if (!terms.ok) return terms
  if (input.selfHosted && input.vasp !== undefined) {
    return refuse('VASP_NOT_EXPECTED', 'vasp must be absent when selfHosted is true: no VASP holds that wallet.')
  }
  const { asset } = terms.value
  const { address, originAddress, txHash } = input
  for (const [name, each] of Object.entries({ address, originAddress })) {
    const matching = each === undefined ? ok(true) : checkAddress(asset, each)
    if (!matching.ok) return refuseNamed(name, matching.refusal)
  }
  const hash = txHash === undefined ? ok(true) : checkTxHash(asset, txHash)
  if (!hash.ok) return hash
  const ivms101 = parsePersons(input)
  if (!ivms101.ok) return ivms101
  const { requestIdentifier: _, ...content } = input
  const inputSha256 = createHash('sha256').update(canonicalJson(content)).digest('hex')
  return ok({ ...terms.value, input, inputSha256, ivms101: ivms101.value })
}

/** The refusal of an address, with the name of the input field. */
function refuseNamed(name: string, { code, message }: Refusal): Result<never> {
  return refuse(code, message.startsWith('address ') ? message.replace('address', name) : `${name}: ${message}`)
}

/** The transfer that an earlier call with this identifier created. Refused if its input differs. */
async function findRepeated(
  { tx, sealer }: UnitOfWork,
  { requestIdentifier, inputSha256 }: CheckedInput,
): Promise<Result<Transfer> | undefined> {
  const transfer = await findRegisteredTransfer(tx, sealer, requestIdentifier)
  if (transfer === undefined) return undefined
  if (transfer.erasedAt !== undefined) {
    return refuse('REQUEST_IDENTIFIER_REUSED', 'requestIdentifier is that of a transaction that was erased.')
  }
  const earlier = await loadSecrets(tx, sealer, transfer.id)
  return earlier.inputSha256 === inputSha256
    ? ok(transfer)
    : refuse('REQUEST_IDENTIFIER_REUSED', 'requestIdentifier was already used with different input.')
}

async function register(
  service: DecisionPorts,
  work: UnitOfWork,
  checked: CheckedInput,
  actor: Actor,
): Promise<Result<Transfer>> {
  const { input, inputSha256, customerReference } = checked
  await shareCustomer(work, customerReference)
  const vasp = await knownVasp(work, input)
  if (!vasp.ok) return vasp
  const at = work.now()
  const ivms101 = withVaspsOf(checked.ivms101, input.direction, service.policy.own, vasp.value)
  const issues = checkPersons(ivms101, input, at)
  if (!issues.ok) return issues
  const transfer = openRegistered({
    facts: {
      id: randomUUID(),
      direction: input.direction,
      channel: input.selfHosted ? 'SELF_HOSTED' : 'OFFLINE',
      requestIdentifier: checked.requestIdentifier,
      assetId: checked.asset.id,
      amount: checked.amount,
      ...(vasp.value === undefined ? {} : { vaspId: vasp.value.id }),
      ...(input.originAddress === undefined ? {} : { originAddress: input.originAddress }),
      ivms101Issues: issues.value,
      deviations: [],
      ...withCustomer(work, customerReference),
      createdAt: at,
    },
    address: input.address,
    txHash: input.txHash,
  })
  const content = { ivms101, inputSha256, ...(customerReference === undefined ? {} : { customerReference }) }
  const change = { transfer, event: 'transfer.registered', actor } as const
  if (!(await insertTransfer(work.tx, work.sealer, [change], content))) {
    const repeated = await findRepeated(work, checked)
    return repeated ?? refuse('REQUEST_IDENTIFIER_REUSED', 'requestIdentifier is already in use.')
  }
  await publishTransfer(service, work, change)
  const known = vasp.value === undefined ? {} : { vasp: vasp.value }
  return checkAndDecide(service, work, { transfer, cause: 'INQUIRY', secrets: content, ...known })
}

async function knownVasp({ tx }: UnitOfWork, { vasp: id }: RegisterOfflineInput): Promise<Result<Vasp | undefined>> {
  if (id === undefined) return ok(undefined)
  const [vasp] = isUuid(id) ? await loadVasps(tx, [id]) : []
  return vasp === undefined ? refuse('VASP_NOT_FOUND', 'No VASP has the id in vasp.') : ok(vasp)
}

/**
 * The issues in the other party's data, which is accepted as reported. Refused with `IVMS101_INVALID` if our
 * customer's data has issues.
 */
function checkPersons(
  ivms101: Ivms101,
  { direction, selfHosted }: RegisterOfflineInput,
  at: Date,
): Result<readonly IvmsIssue[]> {
  const [ours, theirs] = direction === 'SENT' ? ['originator', 'beneficiary'] : ['beneficiary', 'originator']
  const issues = validateIvms101(ivms101, at)
  const ofOurs = issues.filter(({ path }) => path === ours || path.startsWith(`${ours}.`))
  if (ofOurs.length > 0) return refuseIvms101(ofOurs)
  const ofTheirs = issues.filter(({ path }) => path === theirs || path.startsWith(`${theirs}.`))
  // A self-hosted wallet has no VASP, so issues about a VASP do not apply.
  return ok(listedIssues(selfHosted ? ofTheirs : issues))
}
