import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'

/** A failed operation, as shown to the person who caused it. */
export interface ApiProblem {
  /** The code of the API; `undefined` without a response. */
  readonly code: string | undefined
  /** The message of the API; empty without one. */
  readonly message: string
  /** The refused input field, or its path, if the API names one. */
  readonly field?: string
  /** The VASP that already has the given value, if the API names it. */
  readonly holder?: { readonly vaspId: string; readonly trust: unknown }
}

/** The problem: the first error of the response, or the missing response. */
export function apiProblem(error: unknown): ApiProblem {
  if (CombinedGraphQLErrors.is(error)) {
    const [first] = error.errors
    const field = first?.extensions?.field ?? first?.extensions?.path
    const { vaspId, trust } = first?.extensions ?? {}
    return {
      code: codeOf(first?.extensions),
      message: first?.message ?? '',
      ...(typeof field === 'string' && { field }),
      ...(typeof vaspId === 'string' && { holder: { vaspId, trust } }),
    }
  }
  if (ServerError.is(error)) return { code: `HTTP_${error.statusCode}`, message: '' }
  return { code: undefined, message: '' }
}

/** True if the gateway refused the token. */
export function isTokenRefusal({ code }: Pick<ApiProblem, 'code'>): boolean {
  return ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'HTTP_401'].includes(code ?? '')
}

/** True if no gateway has responded: none is reachable, or the proxy in front of it reports this. */
export function isUnreachable({ code }: Pick<ApiProblem, 'code'>): boolean {
  return code === undefined || ['HTTP_502', 'HTTP_503', 'HTTP_504'].includes(code)
}

function codeOf(extensions: Readonly<Record<string, unknown>> | undefined): string {
  const code = extensions?.code
  return typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR'
}
