export const LIVE_DISTANCE_BENCH_USAGE = `npm run bench -- live-distance measures live updates with PostgreSQL at a distance, and writes bench/results/live-distance.json,
bench/results/live-distance.svg and bench/README.md. It fails when a goal is missed. Environment:
  BENCH_ONLY=0,2          distances in milliseconds; writes nothing unless all are measured
  BENCH_EVENTS=2000       events in a burst
  PORT_BASE=17000         ports of the node`
