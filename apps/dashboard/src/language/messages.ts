import type { en } from './en.ts'
import type { Translated } from './messages/translated.ts'

/** The messages of a language. */
export type Messages = Translated<typeof en>
