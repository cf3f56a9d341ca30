import { type Html, html, page } from '@travel-rule/http-host/html-page'
import type { HttpResponse } from '@travel-rule/http-host/http-host'
import { COUNTRY_CODES } from '../../ivms101/domain/codes.ts'
import type { DataRequest } from '../domain/data-request.ts'
import { PAGE_TEXTS } from './page-language.ts'
import type { Language, OutcomeName, PageTexts } from './page-texts.ts'
import {
  type Entered,
  ID_TYPES,
  type InputName,
  inputGroups,
  OPTIONAL_INPUTS,
  type ResponseKind,
} from './response-form.ts'

/** A mistake to correct, at an input or, in a file, at a path. */
export interface Problem {
  readonly input?: InputName | 'file'
  readonly message: string
}

/** The content of a request's page: nothing that anyone has sent before, and nothing internal. */
export interface RequestPageOptions {
  readonly vaspName: string
  readonly language: Language
  /** The form to show. */
  readonly kind: ResponseKind
  readonly assetName: string
  /** In whole units; absent if the unit is unknown. */
  readonly amount?: string | undefined
  readonly now: Date
  /** What the reader entered, and its problems. */
  readonly entered?: Entered
  readonly problems?: readonly Problem[]
}

/** Maximum number of problems that are listed. */
const PROBLEMS_LISTED_MAX = 20

/** The page of an open request; responds with 422 if there are problems. */
export function dataRequestPage(request: DataRequest, options: RequestPageOptions): HttpResponse {
  const { vaspName, language, kind, problems = [] } = options
  const texts = PAGE_TEXTS[language]
  const content = html`${languageLink(texts, kind)}<p class="sender">${vaspName}</p><h1>${texts.title}</h1>
${summary(texts, problems)}
<p>${texts.intro[request.party](vaspName)}</p>
${facts(request, options)}
${
  request.message === undefined
    ? undefined
    : html`<h2 id="message">${texts.messageFrom(vaspName)}</h2><p class="quote">${request.message}</p>`
}
<section class="card" aria-labelledby="kinds"><h2 id="kinds">${texts.kindsTitle}</h2>
<nav aria-labelledby="kinds"><ul class="choices">${(['person', 'organisation', 'file'] as const).map(
    (each) =>
      html`<li><a href="?as=${each}&amp;lang=${language}"${each === kind ? html` aria-current="page"` : undefined}>${texts.kinds[each]}</a></li>`,
  )}</ul></nav>
<form method="post" enctype="multipart/form-data" autocomplete="off" novalidate>
${kind === 'file' ? fileInput(texts, problems) : groups(request, { ...options, kind }, texts)}
<p class="hint">${texts.privacy(vaspName)}</p>
<button class="button" type="submit">${texts.send}</button>
</form></section>`
  const title = `${problems.length > 0 ? `${texts.mistake}: ` : ''}${texts.title} – ${vaspName}`
  return page(problems.length > 0 ? 422 : 200, title, content, language)
}

const OUTCOME_STATUS: Readonly<Record<OutcomeName, number>> = {
  RECEIVED: 200,
  ALREADY_RECEIVED: 409,
  EXPIRED: 410,
  NOT_NEEDED: 410,
  UNKNOWN: 404,
  TOO_LARGE: 413,
  MALFORMED: 400,
  UNAVAILABLE: 503,
}

/** A page that only states an outcome. */
export function outcomePage(outcome: OutcomeName, vaspName: string, language: Language): HttpResponse {
  const texts = PAGE_TEXTS[language]
  const { title, message } = texts.outcomes[outcome]
  const mood = outcome === 'RECEIVED' ? 'good' : 'wait'
  const content = html`<p class="sender">${vaspName}</p><h1>${title}</h1><div class="note ${mood}" role="status"><p>${message(vaspName)}</p></div>`
  return page(OUTCOME_STATUS[outcome], `${title} – ${vaspName}`, content, language)
}

function languageLink({ otherLanguage: { code, name } }: PageTexts, kind: ResponseKind): Html {
  return html`<p class="language"><a href="?as=${kind}&amp;lang=${code}" lang="${code}" hreflang="${code}">${name}</a></p>`
}

function summary(texts: PageTexts, problems: readonly Problem[]): Html | undefined {
  if (problems.length === 0) return undefined
  const listed = problems.slice(0, PROBLEMS_LISTED_MAX)
  const others = problems.length - listed.length
  return html`<div class="note bad" role="alert" tabindex="-1" autofocus><h2>${texts.problemsTitle}</h2><ul>${listed.map(
    ({ input, message }) =>
      input === undefined ? html`<li>${message}</li>` : html`<li><a href="#${input}">${message}</a></li>`,
  )}</ul>${others > 0 ? html`<p>${texts.moreProblems(others)}</p>` : undefined}</div>`
}

function facts({ fields, expiresAt }: DataRequest, { language, assetName, amount }: RequestPageOptions): Html {
  const { facts: names, fields: words } = PAGE_TEXTS[language]
  const until = expiresAt.toLocaleString(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return html`<dl>
<dt>${names.asset}</dt><dd>${assetName}</dd>
${amount === undefined ? undefined : html`<dt>${names.amount}</dt><dd>${amount}</dd>`}
<dt>${names.asked}</dt><dd>${fields.map((field) => html`<div>${words[field]}</div>`)}</dd>
<dt>${names.until}</dt><dd><time datetime="${expiresAt.toISOString()}">${until} UTC</time></dd>
</dl>`
}

function fileInput({ file }: PageTexts, problems: readonly Problem[]): Html {
  const isInvalid = problems.length > 0 ? html` aria-invalid="true"` : undefined
  return html`<label for="file">${file.label}</label><p class="hint" id="file-hint">${file.hint}</p>
<input id="file" name="file" type="file" accept="application/json,.json" required aria-describedby="file-hint"${isInvalid}>`
}

type FormOptions = RequestPageOptions & { readonly kind: 'person' | 'organisation' }

function groups({ fields }: DataRequest, options: FormOptions, texts: PageTexts): readonly Html[] {
  return inputGroups(options.kind, fields).map(({ field, inputs }) => {
    const controls = inputs.map((name) => input(name, options, texts))
    // A single input needs no heading that would repeat its label.
    if (inputs.length === 1) return html`${controls}`
    return html`<fieldset><legend>${texts.fields[field]}</legend>${controls}</fieldset>`
  })
}

/** Maximum lengths that IVMS101 allows. */
const LENGTHS: Readonly<Partial<Record<InputName, number>>> = {
  familyName: 100,
  givenNames: 100,
  legalName: 100,
  account: 100,
  street: 70,
  postCode: 16,
  townName: 35,
  idNumber: 35,
  idAuthority: 8,
  customerNumber: 50,
  placeOfBirth: 70,
  lei: 20,
}

function input(name: InputName, options: FormOptions, texts: PageTexts): Html {
  const { entered = {}, problems = [] } = options
  const own = problems.filter((problem) => problem.input === name)
  const hint = texts.hints[name]
  const described = [hint === undefined ? '' : `${name}-hint`, own.length > 0 ? `${name}-problem` : ''].filter(Boolean)
  const isOptional = OPTIONAL_INPUTS.has(name)
  const attributes = html` id="${name}" name="${name}"${isOptional ? undefined : html` required`}${
    own.length > 0 ? html` aria-invalid="true"` : undefined
  }${described.length > 0 ? html` aria-describedby="${described.join(' ')}"` : undefined}`
  return html`<label for="${name}">${texts.inputs[name]}${isOptional ? ` ${texts.optional}` : ''}</label>
${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
${control(name, attributes, { value: entered[name] ?? '', options, texts })}
${own.length > 0 ? html`<p class="problem" id="${name}-problem">${own.map(({ message }) => message).join(' ')}</p>` : undefined}`
}

function control(
  name: InputName,
  attributes: Html,
  { value, options, texts }: { readonly value: string; readonly options: FormOptions; readonly texts: PageTexts },
): Html {
  const { kind, language, now } = options
  if (name === 'country' || name === 'idCountry') return select(attributes, value, countriesIn(language), texts)
  if (name === 'idType') {
    const types = ID_TYPES[kind].map((code) => ({ code: code as string, label: texts.idTypes[code] ?? code }))
    return select(attributes, value, types, texts)
  }
  if (name === 'dateOfBirth') {
    return html`<input type="date" max="${now.toISOString().slice(0, 10)}" value="${value}"${attributes}>`
  }
  return html`<input type="text" maxlength="${LENGTHS[name]}" value="${value}"${attributes}>`
}

interface Choice {
  readonly code: string
  readonly label: string
}

function select(attributes: Html, value: string, choices: readonly Choice[], { choose }: PageTexts): Html {
  return html`<select${attributes}><option value="">${choose}</option>${choices.map(
    ({ code, label }) => html`<option value="${code}"${code === value ? html` selected` : undefined}>${label}</option>`,
  )}</select>`
}

const countries = new Map<Language, readonly Choice[]>()

/** All countries with their names, in the sort order of the language. */
function countriesIn(language: Language): readonly Choice[] {
  const known = countries.get(language)
  if (known !== undefined) return known
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const choices = [...COUNTRY_CODES]
    .map((code) => ({ code, label: names.of(code) ?? code }))
    .sort((left, right) => left.label.localeCompare(right.label, language))
  countries.set(language, choices)
  return choices
}
