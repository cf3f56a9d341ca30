import type { en } from './en.ts'

/** What a language has to say: as English does, in its own words. A missing message does not compile. */
export type Messages = Translated<typeof en>

type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Translated<T[Key]> }
