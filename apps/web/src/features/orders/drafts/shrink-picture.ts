import { orderFileLimits } from '@netward/contract/work-order-values'

const quality = 0.9

/**
 * A picture of at most the pixels that the server keeps: less to store, and to send over a poor network. As it is where the
 * browser cannot read it; the server decides.
 */
export async function shrunk(file: File): Promise<File> {
  if (file.type !== 'image/jpeg' && file.type !== 'image/png') return file
  try {
    // Upright, as the server turns it by its metadata.
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const share = orderFileLimits.pixels / Math.max(bitmap.width, bitmap.height)
    if (share >= 1) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * share)
    canvas.height = Math.round(bitmap.height * share)
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, quality))
    return made === null ? file : new File([made], file.name, { type: file.type })
  } catch {
    return file
  }
}
