import type { Dialect, Field } from './field.ts'
import type { Ivms101 } from './model.ts'
import { IVMS101_FIELDS } from './schema.ts'

/** How to encode a list with one element: as a list, or as the element alone. */
export type ListForm = 'LIST' | 'LONE'

interface Style {
  readonly dialect: Dialect
  readonly listForm: ListForm
}

/** Encodes `payload` for TRP: the 2020 edition in camelCase, without any other fields. */
export function encodeTrp2020(payload: Ivms101, listForm: ListForm): Record<string, unknown> {
  return encodeObject(IVMS101_FIELDS, payload, { dialect: '2020', listForm })
}

/** Encodes `payload` in the 2023 edition, and sets `payloadMetadata.payloadVersion`. */
export function encodeV2023(payload: Ivms101): Record<string, unknown> {
  const { transliterationMethod = [] } = payload.payloadMetadata ?? {}
  const stamped: Ivms101 = { ...payload, payloadMetadata: { transliterationMethod, payloadVersion: '101.2023' } }
  return encodeObject(IVMS101_FIELDS, stamped, { dialect: '2023', listForm: 'LIST' })
}

function encodeObject(fields: readonly Field[], model: object, style: Style): Record<string, unknown> {
  const encoded: Record<string, unknown> = {}
  for (const field of fields) {
    const name = field.names[style.dialect]
    const value = encodeField(field, Reflect.get(model, field.key), style)
    if (name !== undefined && value !== undefined) encoded[name] = field.wrapped ? { [name]: value } : value
  }
  return encoded
}

/** Undefined if the field is absent. */
function encodeField(field: Field, value: unknown, style: Style): unknown {
  if (!field.many) return encodeShape(field, value, style)
  const elements = Array.isArray(value) ? value.map((element) => encodeShape(field, element, style)) : []
  const written = elements.filter((element) => element !== undefined)
  return style.listForm === 'LONE' && written.length === 1 ? written[0] : written.length === 0 ? undefined : written
}

function encodeShape({ shape }: Field, value: unknown, style: Style): unknown {
  if (shape.kind !== 'OBJECT' || typeof value !== 'object' || value === null) return value
  const encoded = encodeObject(shape.fields, value, style)
  return Object.keys(encoded).length === 0 ? undefined : encoded
}
