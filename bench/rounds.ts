/**
 * The results of each entrant. Rounds alternate, so that other load on the machine affects all entrants equally.
 */
export async function inTurns<Entrant, Result>(
  entrants: readonly Entrant[],
  rounds: number,
  measure: (entrant: Entrant, round: number) => Promise<Result>,
): Promise<readonly (readonly [Entrant, readonly Result[]])[]> {
  const results = entrants.map((entrant) => [entrant, [] as Result[]] as const)
  for (let round = 0; round < rounds; round += 1) {
    for (const [entrant, measured] of results) measured.push(await measure(entrant, round))
  }
  return results
}

/** The round with the median of a number. Throws without rounds. */
export function middleOf<Round>(rounds: readonly Round[], numberOf: (round: Round) => number): Round {
  const sorted = rounds.toSorted((one, other) => numberOf(one) - numberOf(other))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
