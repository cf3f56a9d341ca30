/**
 * The JSON forms of IVMS101. `TRISA` is the form of its protobuf messages, with snake_case names.
 */
export type Dialect = '2020' | '2023' | 'TRISA'

/** The type of a field, or of the elements of its list. */
export type Shape =
  | { readonly kind: 'STRING'; readonly lengthMax: number }
  /** `longPrefix` precedes the code in the TRISA dialect. */
  | { readonly kind: 'CODE'; readonly codes: readonly string[]; readonly longPrefix: string }
  | { readonly kind: 'COUNTRY' }
  | { readonly kind: 'INTEGER' }
  | { readonly kind: 'OBJECT'; readonly fields: readonly Field[] }

/** A field of the model, and its names in the dialects. */
export interface Field {
  readonly key: string
  readonly shape: Shape
  /** True if the model has a list. */
  readonly many: boolean
  /** Maximum number of elements in the list in IVMS101. */
  readonly listMax?: number
  readonly required: boolean
  /** The name in each dialect; absent if the dialect lacks the field. */
  readonly names: Readonly<Partial<Record<Dialect, string>>>
  /** True if the name occurs twice, as in `originatingVASP.originatingVASP`. */
  readonly wrapped: boolean
  /** Other names accepted in every dialect. */
  readonly aliases: readonly string[]
  /** Common misspellings, accepted with an issue. */
  readonly misspelled: readonly string[]
  /** All of the above names, without duplicates. */
  readonly allNames: readonly string[]
}

/** The options of a field other than its shape. */
export interface FieldOptions {
  readonly required?: boolean
  readonly many?: boolean
  readonly listMax?: number
  readonly names?: Readonly<Partial<Record<Dialect, string>>>
  /** Dialects in which the field does not exist. */
  readonly not?: readonly Dialect[]
  readonly wrapped?: boolean
  readonly aliases?: readonly string[]
  readonly misspelled?: readonly string[]
}

type Draft = { readonly shape: Shape } & FieldOptions

/** A string of at most `lengthMax` code points. */
export function string(lengthMax: number, options: FieldOptions = {}): Draft {
  return { shape: { kind: 'STRING', lengthMax }, ...options }
}

/** One of `codes`. */
export function code(codes: readonly string[], longPrefix: string, options: FieldOptions = {}): Draft {
  return { shape: { kind: 'CODE', codes, longPrefix }, ...options }
}

/** A country. */
export function country(options: FieldOptions = {}): Draft {
  return { shape: { kind: 'COUNTRY' }, ...options }
}

/** A non-negative integer. */
export function integer(options: FieldOptions = {}): Draft {
  return { shape: { kind: 'INTEGER' }, ...options }
}

/** An object with `fields`. */
export function object(fields: readonly Field[], options: FieldOptions = {}): Draft {
  return { shape: { kind: 'OBJECT', fields }, ...options }
}

/** The fields of `Model` in encoding order. Omitting one is a type error. */
export function fieldsOf<Model>(drafts: { readonly [Key in keyof Required<Model>]: Draft }): readonly Field[] {
  return Object.entries<Draft>(drafts).map(([key, draft]) => {
    const names: Partial<Record<Dialect, string>> = { '2020': key, '2023': key, TRISA: snakeCase(key), ...draft.names }
    for (const dialect of draft.not ?? []) delete names[dialect]
    const { shape, listMax, many = false, required = false, wrapped = false, aliases = [], misspelled = [] } = draft
    return {
      key,
      shape,
      names,
      many,
      required,
      wrapped,
      aliases,
      misspelled,
      allNames: [...new Set([...Object.values(names), ...aliases, ...misspelled])],
      ...(listMax === undefined ? {} : { listMax }),
    }
  })
}

/** The name of `field` in issue paths: its name in the 2020 edition, if it has one. */
export function pathName(field: Field): string {
  return field.names['2020'] ?? field.names['2023'] ?? field.key
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
