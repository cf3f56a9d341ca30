import type { en } from './en.ts'

/** The messages of a language: translations of the English ones. A missing one does not compile. */
export type Messages = Translated<typeof en>

type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Translated<T[Key]> }
