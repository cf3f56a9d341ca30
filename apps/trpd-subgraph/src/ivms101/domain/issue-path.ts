import { type Dialect, type Field, pathName } from './field.ts'
import { IVMS101_FIELDS } from './schema.ts'

/**
 * Translates the `path` of an issue from the field names of the 2020 edition to those of `dialect`. A field
 * that `dialect` lacks keeps its name.
 */
export function issuePathIn(dialect: Dialect, path: string): string {
  let fields: readonly Field[] = IVMS101_FIELDS
  let outer: Field | undefined
  const steps = path.split('.').map((step) => {
    const [name = '', ...index] = step.split(/(?=\[)/)
    const found =
      outer !== undefined && pathName(outer) === name ? outer : fields.find((each) => pathName(each) === name)
    if (found === undefined) return step
    outer = found.wrapped && found !== outer ? found : undefined
    fields = found.shape.kind === 'OBJECT' ? found.shape.fields : []
    return `${found.names[dialect] ?? name}${index.join('')}`
  })
  return steps.join('.')
}
