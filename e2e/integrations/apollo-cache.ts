import { InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'

export const cache = new InMemoryCache({
  possibleTypes: { OwnershipProof: ['SignatureProof'] },
  typePolicies: {
    // The namespaces: one object each, of which every query selects other fields.
    TrpdQuery: { merge: true, fields: { transactions: relayStylePagination(['filter']) } },
    AopdQuery: { merge: true },
    AutodQuery: { merge: true, fields: { auditLogs: relayStylePagination(['filter']) } },
    // One object for the whole node.
    AopdConfiguration: { merge: true },
    OwnIdentity: { merge: true },
    Settings: { merge: true },
  },
})
