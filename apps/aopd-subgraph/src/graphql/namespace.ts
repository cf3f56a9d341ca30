/** The value of a namespace field: it has nothing of its own. */
export type Namespace = Readonly<Record<string, never>>

export const NAMESPACE: Namespace = {}
