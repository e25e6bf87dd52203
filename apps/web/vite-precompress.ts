import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:html|js|css|svg|json|txt)$/
/** Compressing files smaller than one packet only costs a lookup. */
const smallest = 1024

/** Writes .br and .gz beside each build file, so that the server never compresses. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'netward-precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    // Not closeBundle: that also runs after a failed build, and would report missing files instead of the
    // failure.
    async writeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true })
      const wanted = files.filter((file) => file.isFile() && compressible.test(file.name))
      await Promise.all(wanted.map((file) => compress(join(file.parentPath, file.name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallest) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
