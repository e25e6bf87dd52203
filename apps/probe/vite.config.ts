import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** One file for Node from 20.19 on, with everything in it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'netward-probe.mjs', codeSplitting: false } },
  },
})
