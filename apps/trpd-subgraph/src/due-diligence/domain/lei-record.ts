import { z } from 'zod'
import type { DueDiligence } from './due-diligence.ts'

/** GLEIF's record of an LEI. */
export interface LeiRecord {
  readonly legalName: string
  /** Country of the legal address, ISO 3166-1 alpha-2. */
  readonly country?: string
  /** For example `ACTIVE`. */
  readonly entityStatus: string
  /** For example `ISSUED`. */
  readonly registrationStatus: string
  /** In ISO 8601; absent for an LEI that is no longer renewed. */
  readonly nextRenewalAt?: string
}

/** The latest known record of an LEI, and the outcome of the last request for it. */
export interface KnownLeiRecord {
  readonly lei: string
  /** Absent until the register has returned a record. */
  readonly latest?: { readonly record: LeiRecord; readonly retrievedAt: Date }
  readonly askedAt: Date
  /** Why the last request failed. */
  readonly problem?: string
}

/** PostgreSQL cannot store control characters such as NUL, or lone surrogates, in JSON. */
const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name))

const statusSchema = z.string().regex(/^[A-Z_]{1,40}$/)

const responseSchema = z.object({
  data: z.object({
    attributes: z.object({
      lei: z.string(),
      entity: z.object({
        legalName: z.object({ name: nameSchema }),
        legalAddress: z
          .object({
            country: z
              .string()
              .regex(/^[A-Z]{2}$/)
              .nullish(),
          })
          .nullish(),
        status: statusSchema,
      }),
      registration: z.object({
        status: statusSchema,
        nextRenewalDate: z.iso.datetime({ offset: true }).nullish(),
      }),
    }),
  }),
})

/**
 * The record of `lei` in a response that was parsed from JSON; `undefined` if the response is not such a
 * record.
 *
 * Source: GLEIF API v1, `GET /lei-records/{lei}` (JSON:API), statuses of LEI-CDF 3.1.
 */
export function parseLeiRecord(response: unknown, lei: string): LeiRecord | undefined {
  const read = responseSchema.safeParse(response)
  if (!read.success || read.data.data.attributes.lei !== lei) return undefined
  const { entity, registration } = read.data.data.attributes
  const country = entity.legalAddress?.country
  return {
    legalName: entity.legalName.name,
    ...(country == null ? {} : { country }),
    entityStatus: entity.status,
    registrationStatus: registration.status,
    ...(registration.nextRenewalDate == null ? {} : { nextRenewalAt: registration.nextRenewalDate }),
  }
}

/** The statuses of an LEI, and the time when the register returned them unless they are an officer's. */
export interface LeiStatuses extends Pick<DueDiligence, 'leiEntityStatus' | 'leiRegistrationStatus'> {
  readonly leiRetrievedAt?: string
}

/** The statuses that count: the register's, unless an officer reviewed the VASP later. */
export function latestLeiStatuses(reviewed: DueDiligence, known: KnownLeiRecord | undefined): LeiStatuses {
  const { leiEntityStatus, leiRegistrationStatus, reviewedAt } = reviewed
  const isRecorded = leiEntityStatus !== undefined && leiRegistrationStatus !== undefined
  const latest = known?.latest
  if (latest === undefined || (isRecorded && latest.retrievedAt < new Date(reviewedAt))) {
    return {
      ...(leiEntityStatus === undefined ? {} : { leiEntityStatus }),
      ...(leiRegistrationStatus === undefined ? {} : { leiRegistrationStatus }),
    }
  }
  return {
    leiEntityStatus: latest.record.entityStatus,
    leiRegistrationStatus: latest.record.registrationStatus,
    leiRetrievedAt: latest.retrievedAt.toISOString(),
  }
}
