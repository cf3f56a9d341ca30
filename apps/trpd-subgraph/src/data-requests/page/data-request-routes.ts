import { OUTAGE_RETRY_SECONDS, respondToOutage } from '@travel-rule/database/respond-to-outage'
import {
  AdmitRefusal,
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type Route,
} from '@travel-rule/http-host/http-host'
import type { Refusal } from '@travel-rule/service/result'
import { wholeAmount } from '../../assets/domain/asset.ts'
import {
  assetOf,
  type ChangePorts,
  type CheckPorts,
  type Ports,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { JSON_LENGTH_MAX, parseJson } from '../../foundation/domain/json.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { loadTransfers } from '../../transfers/store/transfers.ts'
import { loadRequestOfLink, type Reception, receiveData } from '../actions/receive-data.ts'
import { type DataRequest, needsData, statusOf } from '../domain/data-request.ts'
import { dataRequestPage, outcomePage, type Problem, type RequestPageOptions } from './data-request-page.ts'
import { chooseLanguage, PAGE_TEXTS } from './page-language.ts'
import type { Language, OutcomeName } from './page-texts.ts'
import {
  type Entered,
  encodeEntered,
  type InputName,
  inputGroups,
  inputOfPath,
  type ResponseKind,
} from './response-form.ts'

/** Room for a file with the largest JSON document, and for the rest of the form. */
const BODY_BYTES_MAX = JSON_LENGTH_MAX + 16_384

/** Redirects after a form was accepted, so that a reload does not submit it again. */
const SEE_OTHER = 303

/** The page of a data request: anyone with its link can open it and respond. */
export function dataRequestRoutes(service: WorkPorts & CheckPorts): Route[] {
  return [
    { method: 'GET', path: PATH, handle: reporting(service, (request) => show(service, request)) },
    {
      method: 'POST',
      path: PATH,
      bodyBytesMax: BODY_BYTES_MAX,
      admit: (head) => {
        const bytes = Number(head.headers['content-length'] ?? 0)
        return bytes > BODY_BYTES_MAX ? new AdmitRefusal(outcome(service, head, 'TOO_LARGE')) : undefined
      },
      handle: reporting(service, (request) => respond(service, request)),
    },
  ]
}

const PATH = '/data/:token'

function reporting(service: Ports<'logger' | 'policy'>, handle: (request: HttpRequest) => Promise<HttpResponse>) {
  return respondToOutage<HttpRequest, HttpResponse>({
    logger: service.logger,
    handle,
    unavailable(request) {
      const response = outcome(service, request, 'UNAVAILABLE')
      return { ...response, headers: { ...response.headers, 'retry-after': OUTAGE_RETRY_SECONDS } }
    },
  })
}

function outcome({ policy }: Ports<'policy'>, head: HttpRequestHead, name: OutcomeName): HttpResponse {
  return outcomePage(name, policy.own.name, languageOf(head))
}

function languageOf({ url, headers }: HttpRequestHead): Language {
  return chooseLanguage(url.searchParams.get('lang'), headers['accept-language'])
}

function kindOf({ url }: HttpRequestHead): ResponseKind {
  const kind = url.searchParams.get('as')
  return kind === 'organisation' || kind === 'file' ? kind : 'person'
}

async function show(
  service: ChangePorts & Ports<'database' | 'now' | 'sealer'>,
  request: HttpRequest,
): Promise<HttpResponse> {
  const found = await loadRequestOfLink(service, request.params.token ?? '')
  if (!found.ok) return outcome(service, request, 'UNKNOWN')
  const transfer = await transferOf(service, found.value)
  const ended = endOf(service, found.value, transfer)
  if (ended !== undefined) return outcome(service, request, ended)
  return dataRequestPage(found.value, optionsOf(service, request, transfer))
}

/** The outcome to show in place of a request that has ended. */
function endOf(service: Ports<'now'>, asked: DataRequest, transfer: Transfer): OutcomeName | undefined {
  const status = statusOf(asked, service.now())
  if (status === 'RECEIVED' || status === 'EXPIRED') return status
  // Personal data that no longer serves a purpose is not requested.
  return status === 'WITHDRAWN' || !needsData(transfer) ? 'NOT_NEEDED' : undefined
}

async function transferOf(
  { database, sealer }: Ports<'database' | 'sealer'>,
  { transferId }: DataRequest,
): Promise<Transfer> {
  const [transfer] = await loadTransfers(database.db, sealer, [transferId])
  if (transfer === undefined) throw new Error('a data request refers to a transfer that does not exist')
  return transfer
}

function optionsOf(
  service: Ports<'assets' | 'now' | 'policy'>,
  head: HttpRequestHead,
  transfer: Transfer,
): RequestPageOptions {
  const asset = assetOf(service, transfer)
  return {
    vaspName: service.policy.own.name,
    language: languageOf(head),
    kind: kindOf(head),
    assetName: `${asset.name} (${asset.symbol})`,
    amount: wholeAmount(transfer, asset),
    now: service.now(),
  }
}

async function respond(service: WorkPorts & CheckPorts, request: HttpRequest): Promise<HttpResponse> {
  const token = request.params.token ?? ''
  const found = await loadRequestOfLink(service, token)
  if (!found.ok) return outcome(service, request, 'UNKNOWN')
  const form = await readForm(request)
  if (form === undefined) return outcome(service, request, 'MALFORMED')
  const transfer = await transferOf(service, found.value)
  const options = optionsOf(service, request, transfer)
  const end = endOf(service, found.value, transfer)
  const asked: Asked = { asked: found.value, ended: end === 'RECEIVED' ? 'ALREADY_RECEIVED' : end }
  return options.kind === 'file'
    ? respondWithFile(service, request, { ...asked, options, file: form.get('file') })
    : respondWithForm(service, request, { ...asked, options: { ...options, kind: options.kind }, form })
}

interface Asked {
  readonly asked: DataRequest
  /** The outcome shown in place of the page of a request that has ended, for any form sent. */
  readonly ended: OutcomeName | undefined
}

/** The fields of a multipart form; `undefined` if the body is malformed or of another type. */
async function readForm({ headers, body }: HttpRequest): Promise<FormData | undefined> {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) return undefined
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    return undefined
  }
}

interface FormResponse extends Asked {
  readonly options: RequestPageOptions & { readonly kind: 'person' | 'organisation' }
  readonly form: FormData
}

async function respondWithForm(
  service: WorkPorts & CheckPorts,
  request: HttpRequest,
  { asked, ended, options, form }: FormResponse,
): Promise<HttpResponse> {
  const { kind, language } = options
  const texts = PAGE_TEXTS[language]
  const groups = inputGroups(kind, asked.fields)
  const shown = groups.flatMap(({ inputs }) => inputs)
  const entered: Entered = Object.fromEntries(shown.flatMap((name) => enteredIn(form, name)))
  const json = encodeEntered(entered, kind, asked.party)
  const result = await receiveData(service, { token: request.params.token ?? '', form: 'FORM', json })
  if (!result.ok) return refused(service, request, result.refusal)
  if (result.value.outcome === 'RECEIVED') return seeOutcome(request)
  if (ended !== undefined) return outcome(service, request, ended)
  const { issues, missing } = result.value.response
  const problems: Problem[] = issues.map(({ path, constraint }) => {
    const input = inputOfPath(path, kind, shown)
    return { input, message: `${texts.inputs[input]} ${texts.issues[constraint]}` }
  })
  for (const field of missing) {
    const inputs = groups.find((group) => group.field === field)?.inputs ?? []
    for (const input of inputs.filter((name) => !entered[name]).slice(0, 1)) {
      problems.push({ input, message: texts.missing(texts.inputs[input]) })
    }
  }
  return dataRequestPage(asked, { ...options, entered, problems: onePerInput(problems) })
}

function enteredIn(form: FormData, name: InputName): [InputName, string][] {
  const value = form.get(name)
  return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : []
}

/** A single mistake in one input can violate several rules of IVMS101; the first says what to do. */
function onePerInput(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.toReversed().map((problem) => [problem.input, problem])).values()].reverse()
}

interface FileResponse extends Asked {
  readonly options: RequestPageOptions
  readonly file: ReturnType<FormData['get']>
}

async function respondWithFile(
  service: WorkPorts & CheckPorts,
  request: HttpRequest,
  { asked, ended, options, file }: FileResponse,
): Promise<HttpResponse> {
  const texts = PAGE_TEXTS[options.language]
  const again = (problems: readonly Problem[]) =>
    ended === undefined ? dataRequestPage(asked, { ...options, problems }) : outcome(service, request, ended)
  const wrongFile = (name: keyof typeof texts.fileProblems) =>
    again([{ input: 'file', message: texts.fileProblems[name] }])
  if (file === null || typeof file === 'string' || file.size === 0) return wrongFile('NONE')
  const json = parseJson(new Uint8Array(await file.arrayBuffer()))
  if (!json.ok) return wrongFile(FILE_PROBLEMS[json.refusal.code] ?? 'UNUSABLE')
  const result = await receiveData(service, { token: request.params.token ?? '', form: 'FILE', json: json.value })
  if (!result.ok) return refused(service, request, result.refusal)
  return result.value.outcome === 'RECEIVED' ? seeOutcome(request) : again(problemsOfFile(result.value, options))
}

const FILE_PROBLEMS: Readonly<Record<string, 'NOT_JSON' | 'TOO_LARGE'>> = {
  JSON_TOO_LONG: 'TOO_LARGE',
  JSON_ENCODING: 'NOT_JSON',
  JSON_MALFORMED: 'NOT_JSON',
}

function problemsOfFile(
  { response: { issues, missing } }: Extract<Reception, { outcome: 'REJECTED' }>,
  { language }: RequestPageOptions,
): readonly Problem[] {
  const texts = PAGE_TEXTS[language]
  return [
    ...issues.map(({ path, constraint }) => ({
      message: `${path === '' ? 'IVMS101' : path} ${texts.issues[constraint]} (${constraint})`,
    })),
    ...missing.map((field) => ({ message: texts.missing(texts.fields[field]) })),
  ]
}

function refused(service: Ports<'policy'>, request: HttpRequest, { code, extensions }: Refusal): HttpResponse {
  if (code === 'DATA_REQUEST_RECEIVED') return outcome(service, request, 'ALREADY_RECEIVED')
  if (code === 'DATA_REQUEST_CLOSED') {
    return outcome(service, request, extensions?.status === 'EXPIRED' ? 'EXPIRED' : 'NOT_NEEDED')
  }
  return outcome(service, request, 'UNKNOWN')
}

function seeOutcome(request: HttpRequest): HttpResponse {
  const location = `${encodeURIComponent(request.params.token ?? '')}?lang=${languageOf(request)}`
  return { status: SEE_OTHER, headers: { location, 'cache-control': 'no-store' } }
}
