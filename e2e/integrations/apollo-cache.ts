import { InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'

export const cache = new InMemoryCache({
  possibleTypes: { OwnershipProof: ['SignatureProof'] },
  typePolicies: {
    // The namespaces: single objects, of which every query selects different fields.
    TrpdQuery: { merge: true, fields: { transactions: relayStylePagination(['filter']) } },
    AopdQuery: { merge: true },
    AutodQuery: { merge: true, fields: { auditLogs: relayStylePagination(['filter']) } },
    // A single object for the complete node.
    AopdConfiguration: { merge: true },
    OwnIdentity: { merge: true },
    Settings: { merge: true },
  },
})
