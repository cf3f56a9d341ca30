export const PROCESSES_BENCH_USAGE = `npm run bench -- processes compares a gateway of two processes with one of one process, and writes
bench/results/processes.json and bench/README.md. Environment as of gateway: BENCH_ONLY (cases: small clients join cold),
BENCH_ROUNDS, BENCH_ROUND_MS, BENCH_WARM_UP_MS.`
