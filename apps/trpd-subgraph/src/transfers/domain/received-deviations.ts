import { type Asset, wholeAmount } from '../../assets/domain/asset.ts'
import { type AmountUnit, compareDecimals } from '../../foundation/domain/amount.ts'
import type { Dialect } from '../../ivms101/domain/field.ts'
import type { IvmsIssue } from '../../ivms101/domain/issue.ts'
import type { ParsedIvms101 } from '../../ivms101/domain/parse.ts'
import type { Deviation } from '../../messages/domain/deviation.ts'
import type { Inquiry } from '../../messages/domain/inquiry.ts'
import type { Transfer } from './transfer.ts'

/** Maximum number of lone lists recorded per payload. */
const LONE_LISTS_MAX = 50

/** The deviations of an inquiry from TRP, except those of its IVMS101 data. */
export function inquiryDeviations(
  { asset, amountIsString }: Inquiry,
  { dialect, loneLists }: ParsedIvms101,
): readonly Deviation[] {
  return [
    ...(asset === undefined ? [ASSET_MISSING] : []),
    ...(amountIsString ? [AMOUNT_IS_STRING] : []),
    ...(dialect === '2020' ? [] : [editionOf(dialect)]),
    ...loneLists.slice(0, LONE_LISTS_MAX).map(loneList),
  ]
}

/** The deviation of an amount that exceeds the supply of its asset, once the unit is known. */
export function supplyDeviations(
  transfer: { readonly amount: string; readonly amountUnit?: AmountUnit | undefined },
  asset: Asset,
): readonly Deviation[] {
  const { supplyMax, symbol } = asset
  const amount = wholeAmount(transfer, asset)
  if (supplyMax === undefined || amount === undefined || compareDecimals(amount, supplyMax) <= 0) return []
  const message = `The amount exceeds the supply of the asset: ${supplyMax} ${symbol}.`
  return [{ clause: AMOUNT_CLAUSE, path: 'amount', message }]
}

/** All deviations of a transfer, followed by the issues of its IVMS101 data. */
export function allDeviations({ deviations, ivms101Issues }: Transfer): Deviation[] {
  return [...deviations, ...ivms101Issues.map(ofIssue)]
}

/** TRISA's library writes BTC like this: its coin type is 0, which Go omits. */
const ASSET_MISSING: Deviation = {
  clause: 'TRP inquiry, asset',
  path: 'asset',
  message: 'The inquiry does not identify its asset; that of the travel address was used.',
}

const AMOUNT_CLAUSE = 'TRP inquiry, amount'

const AMOUNT_IS_STRING: Deviation = {
  clause: AMOUNT_CLAUSE,
  path: 'amount',
  message: 'The amount is a string instead of a number.',
}

const EDITIONS: Readonly<Record<Exclude<Dialect, '2020'>, string>> = {
  '2023': 'The payload is in the 2023 edition instead of that of 2020.',
  TRISA: "The payload is in the form of TRISA's protobuf messages; it was imported.",
}

function editionOf(dialect: Exclude<Dialect, '2020'>): Deviation {
  return { clause: 'IVMS101 edition', path: 'IVMS101', message: EDITIONS[dialect] }
}

function loneList(path: string): Deviation {
  return { clause: 'IVMS101 list', path: pathOf(path), message: 'A list is written as its lone element.' }
}

function ofIssue({ path, constraint, message }: IvmsIssue): Deviation {
  return { clause: `IVMS101 ${constraint}`, path: pathOf(path), message }
}

/** The path in the message. */
function pathOf(path: string): string {
  return path === '' ? 'IVMS101' : `IVMS101.${path}`
}
