import { parseJson } from '@travel-rule/service/json'
import type { Outbound } from '@travel-rule/service/outbound'
import { type LeiRecord, parseLeiRecord } from '../domain/lei-record.ts'

/** A register of LEIs. */
export interface LeiRegister {
  /** What the register says about an LEI. Never throws. */
  lookUp(lei: string, signal: AbortSignal): Promise<LeiResponse>
}

export type LeiResponse =
  | { readonly record: LeiRecord }
  /** `isDown`: requests for other LEIs would probably fail as well. */
  | { readonly problem: string; readonly isDown: boolean }

/** GLEIF's API at a base URL, or a mirror with the same responses. */
export function openLeiRegister({ url, outbound }: { readonly url: string; readonly outbound: Outbound }): LeiRegister {
  const base = url.replace(/\/+$/, '')
  return {
    async lookUp(lei, signal) {
      const response = await outbound.request({
        method: 'GET',
        url: `${base}/lei-records/${encodeURIComponent(lei)}`,
        headers: { accept: 'application/vnd.api+json' },
        signal,
      })
      if (!response.ok) return { problem: `The LEI register cannot be reached: ${response.reason}.`, isDown: true }
      if (response.status === 404) return { problem: 'The LEI register does not have the LEI.', isDown: false }
      if (response.status !== 200) {
        return { problem: `The LEI register responded with ${response.status}.`, isDown: true }
      }
      const record = parseLeiRecord(parseJson(response.body.toString()), lei)
      if (record !== undefined) return { record }
      return { problem: 'The response of the LEI register is not a record of the LEI.', isDown: false }
    },
  }
}
