import { canonicalJson } from '../canonical-json.ts'
import { fieldOf } from '../json-text.ts'
import type { Field } from './field.ts'
import { type Place, report } from './place.ts'

/**
 * The value of `field` in `json`, under whichever of its names; undefined when it is absent, null or an empty text. A name of
 * another dialect, and two names with different values, are reported at `place`; the name of the dialect itself wins.
 */
export function findValue(field: Field, json: Record<string, unknown>, place: Place): unknown {
  // Most fields of a payload are absent.
  if (!field.anyName.some((name) => isGiven(fieldOf(json, name)))) return undefined
  const own = field.names[place.dialect]
  const proper = new Set([...(own === undefined ? [] : [own]), ...field.aliases])
  const names = new Set([...proper, ...field.anyName])
  const [found, ...others] = [...names].filter((name) => isGiven(fieldOf(json, name)))
  if (found === undefined) return undefined
  const value = fieldOf(json, found)
  if (!proper.has(found)) report(place, 'DIALECT', 'The field has another name than in the dialect of the payload.')
  if (others.some((name) => canonicalJson(fieldOf(json, name)) !== canonicalJson(value))) {
    report(place, 'SHAPE', 'The field is given under two names with different values; one was left out.')
  }
  return value
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== ''
}
