/** The text of a code in an image; null if there is none. */
export type CodeReader = (source: HTMLVideoElement | ImageBitmap) => Promise<string | null>

/** Browsers that read codes natively (Shape Detection API). */
interface BrowserDetector {
  detect(source: HTMLVideoElement | ImageBitmap): Promise<readonly { rawValue: string }[]>
}
interface BrowserDetectors {
  new (options: { formats: readonly string[] }): BrowserDetector
  getSupportedFormats(): Promise<readonly string[]>
}

const formats = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13']

/**
 * The browser's own reader if it supports QR codes, then bar codes too; otherwise a QR reader, loaded on
 * demand.
 */
export async function makeCodeReader(): Promise<CodeReader> {
  const detectors = (globalThis as { BarcodeDetector?: BrowserDetectors }).BarcodeDetector
  const offered = (await detectors?.getSupportedFormats().catch(() => [])) ?? []
  if (detectors !== undefined && offered.includes('qr_code')) {
    const detector = new detectors({ formats: formats.filter((format) => offered.includes(format)) })
    return async (source) => {
      const found = await detector.detect(source).catch(() => [])
      return found.find(({ rawValue }) => rawValue !== '')?.rawValue ?? null
    }
  }
  const { default: readQr } = await import('jsqr')
  return (source) => {
    for (const side of sides) {
      const picture = pixelsOf(source, side)
      const text = picture === null ? undefined : readQr(picture.data, picture.width, picture.height)?.data
      if (text !== undefined && text !== '') return Promise.resolve(text)
    }
    return Promise.resolve(null)
  }
}

/** Longer side in pixels: a small code needs many, few suppress noise. */
const sides = [1_000, 480]

function pixelsOf(source: HTMLVideoElement | ImageBitmap, side: number): ImageData | null {
  const isVideo = source instanceof HTMLVideoElement
  const [width, height] = isVideo ? [source.videoWidth, source.videoHeight] : [source.width, source.height]
  if (width === 0 || height === 0) return null
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}
