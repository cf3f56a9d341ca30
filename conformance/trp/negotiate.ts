import { randomUUID } from 'node:crypto'
import { type Obstacle, shown } from './rule.ts'
import { assetForms, type TestInquiry, testInquiry } from './test-inquiry.ts'
import { describeReply, isPresent, isRecord, jsonOf, type TrpClient, type TrpReply } from './trp-client.ts'
import { compareVersions, NEWEST_VERSION, olderVersion, spokenVersion } from './trp-version.ts'

/** One inquiry, with its response. */
export interface SentInquiry {
  readonly version: string
  readonly asset: object
  readonly requestIdentifier: string
  readonly body: string
  readonly reply: TrpReply
}

/** The result of starting a conversation with a VASP, or the obstacle. */
export interface Agreement {
  /** Without an obstacle, the last inquiry was accepted. */
  readonly inquiries: readonly [SentInquiry, ...SentInquiry[]]
  readonly obstacle: Obstacle | undefined
}

export interface NegotiationOptions {
  readonly url: URL
  /** A client that speaks this version. */
  readonly clientFor: (version: string) => TrpClient
  readonly inquiry: Omit<TestInquiry, 'asset'>
  /** If set, the only name used for the asset. */
  readonly asset: string | undefined
  /** If set, the only version used. */
  readonly version: string | undefined
}

/** Words in a refusal that refer to the field `asset`. */
const ASSET_WORDS = /\basset|\bdti\b|slip-?_?0?044|coin ?type|caip/i
/** A TRP version that does not exist. */
export const UNKNOWN_VERSION = '99.0.0'

/**
 * Agrees on a version and on a name for the asset, like a node of this project: requests `/version`, begins with the
 * newest version that both support, and repeats an inquiry that was refused with 400 once, in the version named by the
 * refusal or in 3.1.0. If the asset was refused, tries its other names.
 */
export async function negotiate(options: NegotiationOptions): Promise<Agreement> {
  const { url, clientFor, inquiry, asset: fixedAsset, version: fixedVersion } = options
  const send = async (version: string, asset: object): Promise<SentInquiry> => {
    const requestIdentifier = randomUUID()
    const body = testInquiry({ ...inquiry, asset })
    const reply = await clientFor(version).post({ url, headers: { 'request-identifier': requestIdentifier }, body })
    return { version, asset, requestIdentifier, body, reply }
  }
  const begun = fixedVersion ?? firstVersion(await askVersion(options))
  let latest = await send(begun, assetForms(fixedAsset, begun)[0] ?? {})
  const inquiries: [SentInquiry, ...SentInquiry[]] = [latest]
  const again = async (version: string, asset: object) => {
    latest = await send(version, asset)
    inquiries.push(latest)
  }
  const older = latest.reply.status === 400 && fixedVersion === undefined ? nextVersion(begun, latest.reply) : undefined
  if (older !== undefined) await again(older, assetForms(fixedAsset, older)[0] ?? {})
  for (const asset of assetForms(fixedAsset, latest.version).slice(1)) {
    if (!refusesAsset(latest.reply)) break
    await again(latest.version, asset)
  }
  return { inquiries, obstacle: await obstacleIn(latest, inquiries, options) }
}

/** The response to `GET /version`, requested again in an older version if the first request is refused. */
async function askVersion({ url, clientFor, version: fixed }: NegotiationOptions): Promise<TrpReply> {
  const version = fixed ?? NEWEST_VERSION
  const path = new URL('/version', url)
  const reply = await clientFor(version).get({ url: path })
  const older = reply.status === 400 && fixed === undefined ? olderVersion(version) : undefined
  return older === undefined ? reply : clientFor(older).get({ url: path })
}

/**
 * The version of the first inquiry, after `GET /version`: the newest that both support, or ours if the VASP reports no
 * version that is supported here.
 */
function firstVersion(reply: TrpReply): string {
  const body = reply.status === 200 ? jsonOf(reply.body) : undefined
  const theirs = isRecord(body) ? spokenVersion(body.version) : undefined
  return theirs === undefined || compareVersions(theirs, NEWEST_VERSION) > 0 ? NEWEST_VERSION : theirs
}

/**
 * The version for another inquiry, after one in version `refused` got `refusal`; undefined if no other version can
 * help.
 */
function nextVersion(refused: string, refusal: TrpReply): string | undefined {
  const older = spokenVersion(refusal.headers['api-version']) ?? olderVersion(refused)
  return older !== undefined && compareVersions(older, refused) < 0 ? older : undefined
}

function refusesAsset({ status, body }: TrpReply): boolean {
  return (status === 400 || status === 422) && ASSET_WORDS.test(body)
}

async function obstacleIn(
  latest: SentInquiry,
  inquiries: readonly SentInquiry[],
  { url, clientFor }: NegotiationOptions,
): Promise<Obstacle | undefined> {
  const { reply, version, body } = latest
  const found = describeReply(reply)
  if (reply.status === 200) {
    if (isInquiryResponse(reply)) return undefined
    const todo = `Serve TRP at ${url.origin}${url.pathname}, the URL in this travel address: the response to an inquiry is JSON with exactly one of version, approved and rejected.`
    return { code: 'RESPONSE_NOT_TRP', todo, found }
  }
  const required = await requiredExtensions(url, clientFor(version))
  if (required.length > 0) {
    const todo = `Accept inquiries without the extension ${shown(required.join(', '))}, at least at a test address: neither this command nor a node of this project speaks it.`
    return { code: 'EXTENSION_REQUIRED', todo, found: `required by /extensions; an inquiry without it gets ${found}` }
  }
  if (refusesAsset(reply)) {
    const names = inquiries.filter((inquiry) => inquiry.version === version).map(({ asset }) => JSON.stringify(asset))
    const todo = `Choose an asset that this travel address accepts with --asset. It refuses ${names.join(', ')}.`
    return { code: 'ASSET_REFUSED', todo, found }
  }
  const unknown = await clientFor(UNKNOWN_VERSION).post({ url, body })
  if (reply.status === 400 && withoutNumbers(unknown) === withoutNumbers(reply)) {
    const versions = [...new Set(inquiries.map((inquiry) => inquiry.version))].join(' and ')
    const todo = `Speak one of TRP 2.1 to 3.2, and name it in GET /version or in the header api-version of a refusal: ${versions} ${versions.includes('and') ? 'were' : 'was'} refused like a version that does not exist. If something else was refused, say in the response what.`
    return { code: 'VERSION_REFUSED', todo, found }
  }
  return { code: 'INQUIRY_REFUSED', todo: adviceFor(latest), found }
}

/** True if a response to an inquiry has exactly one of the fields that it may have; null counts as absent. */
export function isInquiryResponse({ status, body }: TrpReply): boolean {
  const json = jsonOf(body)
  const fields = isRecord(json) ? ['version', 'approved', 'rejected'].filter((name) => isPresent(json[name])) : []
  return status === 200 && fields.length === 1
}

async function requiredExtensions(url: URL, client: TrpClient): Promise<readonly string[]> {
  const reply = await client.get({ url: new URL('/extensions', url) })
  const body = reply.status === 200 ? jsonOf(reply.body) : undefined
  const required = isRecord(body) ? body.required : undefined
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** A response normalized for comparison: without the numbers and identifiers that it quotes. */
function withoutNumbers({ status, body }: TrpReply): string {
  return `${status} ${body.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+/gi, '#')}`
}

/** The advice for a refused valid inquiry, by the status of its refusal. */
function adviceFor({ reply, version, asset }: SentInquiry): string {
  switch (reply.status) {
    case 0:
      return reply.timedOut === true
        ? 'Respond to inquiries sooner, or give this command more time with --timeout.'
        : 'Respond to inquiries: the connection was closed without a response.'
    case 401:
    case 403:
      return 'Let this command in: it needs a client certificate that you trust (--cert and --key).'
    case 404:
      return 'Check the travel address: its URL is unknown here. Make another one for this test.'
    case 415:
      return 'Accept the content type application/json; charset=utf-8.'
    case 429:
      return 'Let more inquiries of this command through, or run it again later.'
    default:
      return reply.status >= 500
        ? 'Find the failure of your endpoint in its logs: a valid inquiry must not end in an error of the server.'
        : `Accept this inquiry, which is valid in TRP ${version}, or say in the response what is wrong with it. If only its asset ${JSON.stringify(asset)} is unknown there, choose another with --asset.`
  }
}
