import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What was compiled once is kept beside the packages: it halves the time and the memory of a start. JavaScript, so that
// the compiler of types, 20 MB, is not loaded for this one file before what it made of all others can be found.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/netward', import.meta.url)))

await import('./serve.ts')
