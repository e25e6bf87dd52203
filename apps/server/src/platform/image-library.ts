import type sharp from 'sharp'

let loading: Promise<typeof sharp> | null = null

/** Loaded for the first image: it takes 20 MB, and most processes never make one. */
export function imageLibrary(): Promise<typeof sharp> {
  loading ??= import('sharp').then((module) => {
    module.default.cache(false)
    module.default.concurrency(1)
    return module.default
  })
  return loading
}
