export const NAMES_BENCH_USAGE = `npm run bench -- names prints precision and recall of the comparison of names at each threshold, and how long one name takes among
50,000 entries of a sanctions list. Writes bench/results/names.json and bench/README.md.`
