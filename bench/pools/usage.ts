export const POOLS_BENCH_USAGE = `npm run bench -- pools compares the default pools of connections to PostgreSQL with pools of 30 for each app, in one run, and writes
bench/results/pools.json and bench/README.md. Environment, for a quick look that writes nothing:
  BENCH_CASE_MS=5000      length of each measurement
  PORT_BASE=17000         ports of the node`
