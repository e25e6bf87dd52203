import type sharp from 'sharp'

let loading: Promise<typeof sharp> | null = null

/** Loaded by whoever first has an image to make: it takes 20 MB, and most processes never make one. */
export function imageLibrary(): Promise<typeof sharp> {
  loading ??= import('sharp').then((module) => {
    module.default.cache(false)
    module.default.concurrency(1)
    return module.default
  })
  return loading
}
