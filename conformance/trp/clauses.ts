import type { Basis, Clause } from './rule.ts'

const CORE = 'TRP 3.2.1, core/specification.md'

/** The clauses cited by the rules. docs/trp-conformance.md explains how their requirements were established. */
const CLAUSES = {
  travelAddress: { document: CORE, heading: 'Travel Address' },
  flow: { document: CORE, heading: 'Detailed Protocol Flow' },
  inquiry: { document: CORE, heading: 'Transfer Inquiry' },
  resolution: { document: CORE, heading: 'Transfer Inquiry Resolution' },
  confirmation: { document: CORE, heading: 'Transfer Confirmation' },
  dti: { document: CORE, heading: 'changes of 3.2.0' },
  identity: { document: CORE, heading: 'changes of 3.2.1' },
  discoverability: { document: 'TRP 3.2.1, extensions/discoverability.md', heading: 'Discoverability' },
  ivms101: { document: 'IVMS101.2020', heading: 'constraints C5 and C6' },
  ivms101Vasp: { document: 'IVMS101.2020', heading: 'OriginatingVASP' },
  badRequest: { document: 'RFC 9110', heading: '15.5.1 400 Bad Request' },
  methodNotAllowed: { document: 'RFC 9110', heading: '15.5.6 405 Method Not Allowed' },
  contentTooLarge: { document: 'RFC 9110', heading: '15.5.14 413 Content Too Large' },
  unsupportedMediaType: { document: 'RFC 9110', heading: '15.5.16 415 Unsupported Media Type' },
  jsonText: { document: 'RFC 8259', heading: '2 JSON Grammar' },
} satisfies Record<string, Clause>

type ClauseName = keyof typeof CLAUSES

export function must(clause: ClauseName): Basis {
  return { level: 'MUST', clause: CLAUSES[clause] }
}

export function should(clause: ClauseName): Basis {
  return { level: 'SHOULD', clause: CLAUSES[clause] }
}

export function hygiene(clause: ClauseName): Basis {
  return { level: 'HYGIENE', clause: CLAUSES[clause] }
}

export function ours(reason: string): Basis {
  return { level: 'OURS', reason }
}

/** A basis in a report, such as `TRP 3.2.1, core/specification.md, “Transfer Inquiry”`. */
export function describeBasis(basis: Basis): string {
  return basis.level === 'OURS' ? basis.reason : `${basis.clause.document}, “${basis.clause.heading}”`
}
