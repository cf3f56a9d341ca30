import { z } from 'zod'

/** A path in the response of a vendor's API, such as `data.hits`. */
export const vendorPath = z
  .string()
  .regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, 'must be a path such as data.hits')
  .max(200)

/** Renders the request as JSON. Values are inserted into strings and can change nothing else. */
export function renderTemplate(template: unknown, values: Readonly<Record<string, string>>): string {
  return JSON.stringify(template, (_key, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/\{([a-z0-9]+)\}/g, (match, key: string) =>
          Object.hasOwn(values, key) ? (values[key] ?? match) : match,
        )
      : value,
  )
}

/** The value at a path; undefined if missing. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key)
          ? (at as Record<string, unknown>)[key]
          : undefined,
      value,
    )
}
