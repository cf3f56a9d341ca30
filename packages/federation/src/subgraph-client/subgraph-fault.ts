/** Why a subgraph gave no answer. `reason` is for the log only. */
export interface SubgraphFault {
  /** `UNAUTHENTICATED` and `FORBIDDEN`: it answered 401 or 403, and nothing more. */
  readonly fault: 'UNAVAILABLE' | 'TIMEOUT' | 'UNAUTHENTICATED' | 'FORBIDDEN'
  readonly reason: string
}

export function subgraphFault(fault: SubgraphFault['fault'], reason: string): SubgraphFault {
  return { fault, reason }
}

/** Nobody waits for the answer any more: no trouble of the subgraph. */
export const LEFT = subgraphFault('UNAVAILABLE', 'left')

/** What a client is told about a fault. */
export function describeFault(subgraph: string, { fault }: SubgraphFault): { readonly code: string; message: string } {
  switch (fault) {
    case 'TIMEOUT':
      return { code: 'SUBGRAPH_TIMEOUT', message: `The ${subgraph} service took too long to answer. Try again later.` }
    case 'UNAVAILABLE':
      return { code: 'SUBGRAPH_UNAVAILABLE', message: `The ${subgraph} service is not available. Try again later.` }
    case 'UNAUTHENTICATED':
      return { code: fault, message: `The ${subgraph} service does not accept who is asking.` }
    case 'FORBIDDEN':
      return { code: fault, message: `The ${subgraph} service does not allow this.` }
  }
}
