import { z } from 'zod'

/** A whole number from 1 to 999,999,999. */
export const countSetting = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above 0')
  .transform(Number)
