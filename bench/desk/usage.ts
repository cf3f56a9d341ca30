export const DESK_BENCH_USAGE = `npm run bench -- desk measures what officers wait for: all checks of an inquiry, the summary of the desk, filters by case, a dry run of rules and the erasure of a customer among a million transactions. It writes bench/results/desk.json and bench/README.md.
It fails when a goal is missed. Environment, for a quick look that writes nothing unless it is complete:
  BENCH_ONLY=checks,list-case     cases whose names start with one of these
  BENCH_ROWS=1000000              transactions in the database
  BENCH_CASE_MS=2000              length of each measurement
  BENCH_PROFILE_DIR=dir           CPU profile of trpd (node --cpu-prof)
  PORT_BASE=18200                 ports of trpd`
