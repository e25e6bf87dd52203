import { saveFile } from '../../lib/save-file.ts'
import type { Box } from './layout.ts'

/** Colours and fonts come from style sheets, which an image of its own does not have: they are written into its elements. */
const copied = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
  'opacity',
]
const most = 8192

/** The whole drawing, twice as large as it is laid out, as a PNG. */
export async function exportPng(
  svg: SVGSVGElement,
  bounds: Box,
  background: string,
  fileName: string,
): Promise<void> {
  const scale = Math.min(2, most / bounds.width, most / bounds.height)
  const [width, height] = [Math.round(bounds.width * scale), Math.round(bounds.height * scale)]
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [seen, written] = [svg.querySelectorAll('*'), copy.querySelectorAll<SVGElement>('*')]
  seen.forEach((element, at) => {
    const style = getComputedStyle(element)
    for (const name of copied) written[at]?.style.setProperty(name, style.getPropertyValue(name))
  })
  copy.setAttribute('viewBox', `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (context === null) return
  context.fillStyle = background
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (blob !== null) saveFile(blob, fileName)
}
