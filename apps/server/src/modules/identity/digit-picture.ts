import { randomInt } from 'node:crypto'
import { imageLibrary } from '../../platform/image-library.ts'
import { digitStrokes, type Point } from './digit-strokes.ts'

const size = { width: 240, height: 80 }

/** A number from `low` to `high` from the CSPRNG: a seed would give the digits away. */
function between(low: number, high: number): number {
  return low + ((high - low) * randomInt(1_000_000)) / 1_000_000
}

/**
 * Draws digits that people can read and simple programs cannot: strokes without a font, each digit rotated,
 * slanted and scaled, the whole warped by waves and crossed by lines of the same kind. Has its own
 * background, for light and dark themes.
 */
export async function drawDigits(digits: string): Promise<Buffer> {
  const bend = wave()
  const cell = (size.width - 40) / digits.length
  const strokes = digits.split('').flatMap((digit, index) => {
    const place = placement(20 + cell * (index + 0.5), cell)
    return (digitStrokes[Number(digit)] ?? []).map((stroke) => path(stroke.map(place).map(bend)))
  })
  const ink = `hsl(${Math.round(between(200, 260))} 45% ${Math.round(between(26, 38))}%)`
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">`,
    `<rect width="100%" height="100%" fill="hsl(${Math.round(between(190, 260))} 30% 90%)"/>`,
    ...dots(90, ink),
    `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">`,
    ...strokes.map((d) => `<path d="${d}" stroke-width="${between(4, 6).toFixed(1)}"/>`),
    ...crossings(4).map((d) => `<path d="${d}" stroke-width="${between(1.8, 3.4).toFixed(1)}"/>`),
    '</g></svg>',
  ].join('')
  const sharp = await imageLibrary()
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 16, compressionLevel: 6 }).toBuffer()
}

/** Maps a digit's unit box (1 wide, 1.6 high) to its place in the picture. */
function placement(centre: number, cell: number): (point: Point) => Point {
  const angle = between(-0.35, 0.35)
  const slant = between(-0.25, 0.25)
  const [width, height] = [cell * between(0.45, 0.62), between(26, 33)]
  const [left, top] = [centre + between(-5, 5), size.height / 2 + between(-6, 6)]
  return ([x, y]) => {
    const [u, v] = [(x - 0.5 + slant * (y - 0.8)) * width, (y - 0.8) * height]
    return [left + u * Math.cos(angle) - v * Math.sin(angle), top + u * Math.sin(angle) + v * Math.cos(angle)]
  }
}

function wave(): (point: Point) => Point {
  const [a, b] = [between(2, 4), between(2, 4)]
  const [p, q] = [between(0, 6.3), between(0, 6.3)]
  const [f, g] = [between(0.035, 0.06), between(0.06, 0.1)]
  return ([x, y]) => [x + a * Math.sin(g * y + p), y + b * Math.sin(f * x + q)]
}

function path(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}

/** Curves from side to side, through the digits. */
function crossings(count: number): string[] {
  return Array.from({ length: count }, () => {
    const y = () => between(10, size.height - 10).toFixed(1)
    return `M0 ${y()}C${between(50, 90).toFixed(1)} ${y()} ${between(140, 190).toFixed(1)} ${y()} ${size.width} ${y()}`
  })
}

function dots(count: number, ink: string): string[] {
  return Array.from(
    { length: count },
    () =>
      `<circle cx="${between(0, size.width).toFixed(1)}" cy="${between(0, size.height).toFixed(1)}" r="${between(0.6, 1.8).toFixed(1)}" fill="${ink}" opacity="${between(0.3, 0.8).toFixed(2)}"/>`,
  )
}
