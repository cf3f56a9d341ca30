/** An entity of another service, known by its id alone. */
export interface EntityReference {
  readonly id: string
}
