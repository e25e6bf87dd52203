import './sparkline.css'

export interface SparklineProps {
  /** In equal steps; null is a gap. */
  readonly values: readonly (number | null)[]
  readonly width?: number
  readonly height?: number
  /** Fixed upper end, such as 100 of a percentage; otherwise the highest value. */
  readonly max?: number
  /** For screen readers; without it the line is decoration beside its value. */
  readonly label?: string
}

const thickness = 1.5

/** The course of a value in a row of a table: a picture without axes, as plain SVG. */
export function Sparkline({ values, width = 96, height = 22, max, label }: SparklineProps) {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return <span className="quiet">—</span>
  const { lines, dots } = sparklineOf(values, width, height, max)
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {lines.map((line) => (
        <polyline key={line} points={line} vectorEffect="non-scaling-stroke" />
      ))}
      {dots.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={thickness} />
      ))}
    </svg>
  )
}

/** Runs of values as lines, and values between two gaps as dots. The lower end is zero, or the lowest below it. */
export function sparklineOf(
  values: readonly (number | null)[],
  width: number,
  height: number,
  max?: number,
): { lines: readonly string[]; dots: readonly (readonly [number, number])[] } {
  const known = values.filter((value) => value !== null)
  const low = Math.min(0, ...known)
  // All zero: a line along the bottom.
  const high = Math.max(max ?? Math.max(...known), low + Number.MIN_VALUE)
  const room = height - 2 * thickness
  const stepWidth = values.length > 1 ? width / (values.length - 1) : 0
  const runs: (readonly [number, number])[][] = [[]]
  for (const [place, value] of values.entries()) {
    if (value === null) runs.push([])
    else {
      const share = Math.min(1, Math.max(0, (value - low) / (high - low)))
      runs.at(-1)?.push([round(place * stepWidth), round(height - thickness - share * room)])
    }
  }
  return {
    lines: runs.filter((run) => run.length > 1).map((run) => run.map(([x, y]) => `${x},${y}`).join(' ')),
    dots: runs.filter((run) => run.length === 1).flat(),
  }
}

const round = (value: number) => Math.round(value * 10) / 10
