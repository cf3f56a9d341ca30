/** The value of a namespace such as `trpd`: it has fields, but no data of its own. */
export type Namespace = Readonly<Record<string, never>>

export const namespace: Namespace = {}
