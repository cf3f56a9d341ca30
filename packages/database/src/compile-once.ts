import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'

/** A parameter of a statement whose value is set for each execution. */
export type Slot<Values> = <Value>(read: (values: Values) => Value) => RawBuilder<Value>

/**
 * A statement that is built and compiled once. For each execution, its values replace the parameters that `slot` reads.
 * For statements so frequent that building them would cost more than running them.
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
