/**
 * The scope that `POST /graphql/explain` needs. No setting: a plan shows which subgraph keeps what and how to make them work hard, which is for
 * administrators, and of all scopes only this one is theirs alone (see the default of `GATEWAY_ROLE_SCOPES`).
 */
export const EXPLAIN_SCOPE = 'autod:write'
