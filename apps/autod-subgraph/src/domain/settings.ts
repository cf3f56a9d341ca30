/** Facts about the organisation that runs this node. They change how things are shown, never what is stored. */
export interface Settings {
  /** 1 as long as nobody changed anything, one more with every change. */
  readonly version: number
  readonly displayName: string | undefined
  /** IANA name, e.g. `Europe/Zurich`. */
  readonly timeZone: string
  /** BCP 47 tag in its canonical form, e.g. `de-CH`. */
  readonly locale: string
  /** `undefined` as long as nobody changed anything. */
  readonly updatedAt: Date | undefined
  /** Id of the user who changed them last. */
  readonly updatedBy: string | undefined
}

export const defaultSettings: Settings = {
  version: 1,
  displayName: undefined,
  timeZone: 'UTC',
  locale: 'en',
  updatedAt: undefined,
  updatedBy: undefined,
}
