export interface Line {
  readonly name: string
  readonly color: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

const width = 900
const height = 360
const margin = { left: 60, right: 20, top: 50, bottom: 45 }
const stepsMax = 6

export interface Chart {
  readonly title: string
  readonly lines: readonly Line[]
  /** The names of the axes. */
  readonly axes: { readonly x: string; readonly y: string }
  /** Events to mark at some places. */
  readonly marks?: readonly { readonly x: number; readonly name: string }[]
  /** The names of the places 0, 1, 2 and so on, shown instead of numbers. */
  readonly places?: readonly string[]
}

/** An SVG with lines, starting at zero. */
export function chartOf({ title, lines, axes, marks = [], places }: Chart): string {
  const points = lines.flatMap((line) => line.points)
  const xMax = Math.max(1, ...points.map(({ x }) => x))
  const yStep = stepOf(Math.max(1, ...points.map(({ y }) => y)))
  const yMax = Math.max(...points.map(({ y }) => Math.ceil((y * 1.05) / yStep) * yStep))
  const xStep = stepOf(xMax)
  const left = (x: number) => round(margin.left + (x / xMax) * (width - margin.left - margin.right))
  const top = (y: number) => round(height - margin.bottom - (y / yMax) * (height - margin.top - margin.bottom))
  const rows = multiples(yStep, yMax).map(
    (y) =>
      `<path d="M${left(0)} ${top(y)}H${left(xMax)}" stroke="#ddd"/><text x="${left(0) - 8}" y="${top(y) + 4}" text-anchor="end">${y}</text>`,
  )
  const named = places?.map((name, x) => ({ x, name })) ?? multiples(xStep, xMax).map((x) => ({ x, name: x }))
  const columns = named.map(
    ({ x, name }) => `<text x="${left(x)}" y="${top(0) + 18}" text-anchor="middle">${name}</text>`,
  )
  const marked = marks.map(
    ({ x, name }) =>
      `<path d="M${left(x)} ${top(0)}V${top(yMax)}" stroke="#999" stroke-dasharray="4 4"/><text x="${left(x) + 4}" y="${top(yMax) + 12}" fill="#666">${name}</text>`,
  )
  const drawn = lines.map(
    ({ color, points }) =>
      `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points.map(({ x, y }) => `${left(x)},${top(y)}`).join(' ')}"/>`,
  )
  const names = lines.map(
    ({ name, color }, index) =>
      `<rect x="${margin.left + index * 200}" y="14" width="14" height="4" fill="${color}"/><text x="${margin.left + 20 + index * 200}" y="20">${name}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#222">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...rows,
    ...columns,
    ...marked,
    ...drawn,
    ...names,
    `<text x="${margin.left - 8}" y="${margin.top - 10}" text-anchor="end">${axes.y}</text>`,
    `<text x="${left(xMax / 2)}" y="${height - 8}" text-anchor="middle">${axes.x}</text>`,
    '</svg>\n',
  ].join('\n')
}

/** 1, 2 or 5 times a power of ten, so that a few steps reach `most`. */
function stepOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / stepsMax))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => most / step <= stepsMax) ?? most
}

function multiples(step: number, most: number): readonly number[] {
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_item, index) => round(index * step))
}

const round = (value: number) => Math.round(value * 10) / 10
