import { z } from 'zod'

/** A whole number from 1 to 999,999,999. */
export const countSetting = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above 0')
  .transform(Number)

/** Whole seconds that a timer can wait, from 1 to a day: one that is told to wait too long does not wait at all. */
export const timerSecondsSetting = z
  .string()
  .refine((text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 86_400, {
    error: 'must be a whole number of seconds from 1 to 86400',
  })
  .transform(Number)
