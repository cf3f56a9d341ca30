import type { OperationInput } from './oracles/monolith.ts'
import type { FieldFault } from './world/field-faults.ts'
import type { Envelope, WireStyle } from './world/send-over-wire.ts'
import type { TransportFault } from './world/transport-faults.ts'

/** One operation in one world with its faults: all that determines a response. */
export interface Trial {
  readonly supergraph: string
  readonly worldSeed: number
  readonly operation: OperationInput
  readonly faults: readonly FieldFault[]
  readonly transportFaults: readonly TransportFault[]
  readonly style: WireStyle
  readonly envelope: Envelope
  /** Labels of `@override` that are active. */
  readonly labels: readonly string[]
}
