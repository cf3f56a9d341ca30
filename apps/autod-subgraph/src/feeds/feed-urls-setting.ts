import { mapSetting, urlSetting } from '@travel-rule/service/settings'
import { z } from 'zod'

/** Name of our own events in the audit log. */
export const OWN_SOURCE = 'autod'

export interface FeedAddress {
  /** Name of the service; the `source` of its entries in the audit log, for ever. */
  readonly source: string
  readonly url: string
}

/** `name=url` pairs of event feeds. */
export const feedUrlsSetting = mapSetting.transform((map, context): readonly FeedAddress[] =>
  Object.entries(map).map(([source, text]) => {
    const url = urlSetting.safeParse(text)
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(source) || source === OWN_SOURCE || !url.success) {
      context.addIssue({ code: 'custom', message: 'must be pairs like trpd=http://host:port/events' })
      return z.NEVER
    }
    return { source, url: url.data }
  }),
)
