export const COST_BENCH_USAGE = `npm run bench -- cost measures the CPU time of fields against their cost, and writes bench/results/cost.json and bench/README.md.
It fails when points per millisecond differ by more than 4 times. Environment, for a quick look that writes nothing unless it is complete:
  BENCH_ONLY="vasps;proof"  cases whose names contain one of these
  BENCH_CASE_MS=1500        length of each measurement
  PORT_BASE=17000           ports of the node`
