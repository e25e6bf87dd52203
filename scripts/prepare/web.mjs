import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { withLock } from './lock.mjs'
import { modules, pinnedNode, root } from './paths.mjs'
import { Refusal } from './refusal.mjs'

const web = path.join(root, 'apps', 'web')
const stampFile = path.join(web, 'dist', '.stamp')

/** Sources of the web. */
const sources = [
  'apps/web',
  'packages/contract',
  'packages/phrases',
  'package-lock.json',
  'tsconfig.base.json',
]
const notSources = new Set(['dist', 'node_modules', '.vite'])

/**
 * Builds the web when its sources differ from those of the last build.
 * @throws Refusal
 */
export async function ensureWeb() {
  if (isBuilt(hashOfSources())) return
  await withLock(() => {
    const wanted = hashOfSources()
    if (isBuilt(wanted)) return
    process.stderr.write('Building the web.\n')
    const vite = path.join(modules, 'vite', 'bin', 'vite.js')
    const { status, error } = spawnSync(pinnedNode, [vite, 'build', '--logLevel', 'warn'], {
      cwd: web,
      stdio: ['ignore', 2, 2],
    })
    if (error || status !== 0) throw new Refusal('The web could not be built: the lines above say why.')
    writeFileSync(stampFile, wanted)
  })
}

function isBuilt(wanted) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, path.join(root, source))
  return hash.digest('hex')
}

function addTo(hash, entry) {
  let names
  try {
    names = readdirSync(entry, { withFileTypes: true })
  } catch (error) {
    if (error.code !== 'ENOTDIR') throw error
    hash
      .update(`${path.relative(root, entry)}\0`)
      .update(readFileSync(entry))
      .update('\0')
    return
  }
  for (const { name } of names.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!notSources.has(name) && !/\.test\.tsx?$/.test(name)) addTo(hash, path.join(entry, name))
  }
}
