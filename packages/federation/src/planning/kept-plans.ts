import { planBytes } from '../operation/operation-bytes.ts'
import type { PlannedOperation } from './plan-operation.ts'

/** Different sets of refused and left out fields that plans of one operation are kept for. */
const plansMax = 16

/** The plans of one operation, by what they leave out. When there are too many, the one not used for longest is forgotten. */
export class KeptPlans {
  readonly #plans = new Map<string, PlannedOperation>()
  readonly #bytes = new Map<string, number>()
  #last: PlannedOperation | undefined
  #sum = 0

  get size(): number {
    return this.#plans.size
  }

  /** What they take in memory, about. */
  get bytes(): number {
    return this.#sum
  }

  keys(): Iterable<string> {
    return this.#plans.keys()
  }

  get(key: string): PlannedOperation | undefined {
    const plan = this.#plans.get(key)
    if (plan === undefined || plan === this.#last) return plan
    this.#plans.delete(key)
    this.#use(key, plan)
    return plan
  }

  keep(key: string, plan: PlannedOperation): void {
    const [oldest] = this.#plans.size < plansMax ? [] : this.#plans.keys()
    if (oldest !== undefined) this.#forget(oldest)
    const bytes = planBytes(plan.plan)
    this.#bytes.set(key, bytes)
    this.#sum += bytes
    this.#use(key, plan)
  }

  #use(key: string, plan: PlannedOperation): void {
    this.#plans.set(key, plan)
    this.#last = plan
  }

  #forget(key: string): void {
    this.#sum -= this.#bytes.get(key) ?? 0
    this.#bytes.delete(key)
    this.#plans.delete(key)
  }
}
