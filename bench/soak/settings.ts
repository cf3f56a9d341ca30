/** The duration and intensity of the load. The published run uses the defaults. */
export interface SoakSettings {
  readonly minutes: number
  readonly requestsPerSecond: number
  readonly liveClients: number
}

export const SOAK_BENCH_USAGE = `npm run bench -- soak loads the gateway for a long time at a fixed rate, and draws the memory of it and of its subgraphs in
bench/results/soak.svg. Environment:
  SOAK_MINUTES=30      length, without the time to fill the caches
  SOAK_RATE=100        requests per second, of all kinds
  SOAK_LIVE_CLIENTS=20 clients with a subscription, which come and go`

export function readSoakSettings(env: Readonly<Record<string, string | undefined>>): SoakSettings {
  return {
    minutes: positive(env.SOAK_MINUTES, 30),
    requestsPerSecond: positive(env.SOAK_RATE, 100),
    liveClients: positive(env.SOAK_LIVE_CLIENTS, 20),
  }
}

function positive(text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise)
  return Number.isFinite(value) && value > 0 ? value : otherwise
}
