/** Why a subgraph gave no answer. `reason` is for the log only. */
export interface SubgraphFault {
  readonly fault: 'UNAVAILABLE' | 'TIMEOUT'
  readonly reason: string
}

export function subgraphFault(fault: SubgraphFault['fault'], reason: string): SubgraphFault {
  return { fault, reason }
}

/** What a client is told about a fault. */
export function describeFault(subgraph: string, { fault }: SubgraphFault): { readonly code: string; message: string } {
  return fault === 'TIMEOUT'
    ? { code: 'SUBGRAPH_TIMEOUT', message: `The ${subgraph} service took too long to answer. Try again later.` }
    : { code: 'SUBGRAPH_UNAVAILABLE', message: `The ${subgraph} service is not available. Try again later.` }
}
