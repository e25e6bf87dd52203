export type Point = readonly [x: number, y: number]

/** Points of an elliptical arc, in degrees, clockwise from the right: 270 is the top. */
function arc(cx: number, cy: number, rx: number, ry: number, from: number, to: number): Point[] {
  const steps = Math.max(6, Math.ceil(Math.abs(to - from) / 15))
  return Array.from({ length: steps + 1 }, (_none, index) => {
    const angle = ((from + ((to - from) * index) / steps) * Math.PI) / 180
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)] as const
  })
}

/** A line with intermediate points, so that it bends too. */
function line(...corners: Point[]): Point[] {
  return corners.flatMap((corner, index): Point[] => {
    const next = corners[index + 1]
    if (next === undefined) return [corner]
    return Array.from({ length: 6 }, (_none, step) => [
      corner[0] + ((next[0] - corner[0]) * step) / 6,
      corner[1] + ((next[1] - corner[1]) * step) / 6,
    ])
  })
}

const turned = (stroke: Point[]): Point[] => stroke.map(([x, y]) => [1 - x, 1.6 - y])
const six = [arc(1.02, 1.1, 0.95, 1.08, 262, 180), arc(0.5, 1.15, 0.43, 0.43, 0, 360)]

/** The strokes of each digit in a box 1 wide and 1.6 high. */
export const digitStrokes: readonly (readonly (readonly Point[])[])[] = [
  [arc(0.5, 0.8, 0.45, 0.78, 0, 360)],
  [line([0.33, 0.26], [0.55, 0.02], [0.55, 1.58])],
  [[...arc(0.5, 0.45, 0.43, 0.43, 185, 385), ...line([0.85, 0.68], [0.06, 1.55], [0.98, 1.55])]],
  [arc(0.42, 0.42, 0.42, 0.4, 205, 445), arc(0.42, 1.18, 0.48, 0.4, 275, 510)],
  [line([0.74, 1.58], [0.74, 0.02], [0.04, 1.1], [1, 1.1])],
  [[...line([0.92, 0.04], [0.18, 0.04], [0.12, 0.72]), ...arc(0.45, 1.1, 0.48, 0.47, 228, 500)]],
  six,
  [line([0.04, 0.04], [0.96, 0.04], [0.36, 1.58])],
  [arc(0.5, 0.4, 0.36, 0.38, 0, 360), arc(0.5, 1.18, 0.45, 0.4, 0, 360)],
  six.map(turned),
]
