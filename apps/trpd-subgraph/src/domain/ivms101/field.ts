/** The ways in which IVMS101 is written as JSON. TRISA is the protobuf JSON of TRISA, with snake_case names. */
export type Dialect = '2020' | '2023' | 'TRISA'

/** What stands in a field, or in every element of its list. */
export type Shape =
  | { readonly kind: 'TEXT'; readonly lengthMax: number }
  /** `longPrefix` is what TRISA's protobuf JSON puts before the code. */
  | { readonly kind: 'CODE'; readonly codes: readonly string[]; readonly longPrefix: string }
  | { readonly kind: 'COUNTRY' }
  | { readonly kind: 'WHOLE_NUMBER' }
  | { readonly kind: 'OBJECT'; readonly fields: readonly Field[] }

/** One field of an object of the internal model, and its names in the dialects. */
export interface Field {
  readonly key: string
  readonly shape: Shape
  /** Whether the model holds a list. */
  readonly many: boolean
  /** The most elements that IVMS101 allows in the list. */
  readonly listMax?: number
  readonly required: boolean
  /** The name in each dialect; absent where the dialect does not have the field. */
  readonly names: Readonly<Partial<Record<Dialect, string>>>
  /** The names that the object around the value repeats, as in `originatingVASP.originatingVASP`. */
  readonly wrapped: boolean
  /** Other names that are as good in every dialect. */
  readonly aliases: readonly string[]
  /** Wrong names that are met and understood. */
  readonly misspelled: readonly string[]
  /** All of these names, each once. */
  readonly anyName: readonly string[]
}

/** What a field of the schema says beyond its shape. */
export interface FieldOptions {
  readonly required?: boolean
  readonly many?: boolean
  readonly listMax?: number
  readonly names?: Readonly<Partial<Record<Dialect, string>>>
  /** Names of dialects in which the field does not exist. */
  readonly not?: readonly Dialect[]
  readonly wrapped?: boolean
  readonly aliases?: readonly string[]
  readonly misspelled?: readonly string[]
}

type Draft = { readonly shape: Shape } & FieldOptions

/** A text of at most `lengthMax` code points. */
export function text(lengthMax: number, options: FieldOptions = {}): Draft {
  return { shape: { kind: 'TEXT', lengthMax }, ...options }
}

/** One of `codes`. */
export function code(codes: readonly string[], longPrefix: string, options: FieldOptions = {}): Draft {
  return { shape: { kind: 'CODE', codes, longPrefix }, ...options }
}

/** A country. */
export function country(options: FieldOptions = {}): Draft {
  return { shape: { kind: 'COUNTRY' }, ...options }
}

/** A whole number that is not negative. */
export function wholeNumber(options: FieldOptions = {}): Draft {
  return { shape: { kind: 'WHOLE_NUMBER' }, ...options }
}

/** An object with `fields`. */
export function object(fields: readonly Field[], options: FieldOptions = {}): Draft {
  return { shape: { kind: 'OBJECT', fields }, ...options }
}

/** The fields of the model's `Model`, in the order in which they are written; the compiler sees that none is forgotten. */
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
      anyName: [...new Set([...Object.values(names), ...aliases, ...misspelled])],
      ...(listMax === undefined ? {} : { listMax }),
    }
  })
}

/** The name of `field` in issue paths: that of the 2020 edition where it has one. */
export function pathName(field: Field): string {
  return field.names['2020'] ?? field.names['2023'] ?? field.key
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
