interface Problem {
  readonly key: 'validation.imageType' | 'validation.fileEmpty' | 'validation.imageSize'
  readonly size?: number
}

const bytesOfMegabyte = 2 ** 20

/** Why an image is rejected (specification §5); null if accepted. The server checks its content again. */
export function imageProblem(
  file: { readonly name: string; readonly size: number },
  limit: number,
): Problem | null {
  if (!/\.(?:jpe?g|png)$/i.test(file.name)) return { key: 'validation.imageType' }
  if (file.size === 0) return { key: 'validation.fileEmpty' }
  return file.size > limit * bytesOfMegabyte ? { key: 'validation.imageSize', size: limit } : null
}
