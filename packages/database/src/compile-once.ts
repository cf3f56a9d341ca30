import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'

/** A parameter of a statement that takes its value from those of each execution. */
export type Slot<Values> = <Value>(read: (values: Values) => Value) => RawBuilder<Value>

/**
 * A statement that is built and compiled once; the values of each execution are put in the places where
 * `slot` reads them. For statements that run often enough that building them costs more than running.
 */
export function compileOnce<Values, Row>(
  build: (slot: Slot<Values>) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const compiled = build((read) => sql.val(new SlotValue(read)) as RawBuilder<never>).compile()
  return (values) => {
    const parameters = compiled.parameters.map((each) => (each instanceof SlotValue ? each.read(values) : each))
    return { ...compiled, parameters }
  }
}

class SlotValue<Values> {
  readonly read: (values: Values) => unknown

  constructor(read: (values: Values) => unknown) {
    this.read = read
  }
}
