import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { withLock } from './lock.mjs'
import { modules, pinnedNode, root } from './paths.mjs'
import { Refusal } from './refusal.mjs'

/** What is built, and from which sources. */
const web = { name: 'web', sources: ['apps/web', 'packages/contract', 'packages/phrases'] }
const probe = {
  name: 'probe',
  sources: ['apps/probe', 'packages/collector', 'packages/contract', 'packages/snmp-profiles'],
}
const common = ['package-lock.json', 'tsconfig.base.json']
const notSources = new Set(['dist', 'node_modules', '.vite'])

/**
 * Builds the web, and the program of the outlet probe, when its sources differ from those of the last build.
 * @throws Refusal
 */
export async function ensureWeb() {
  for (const part of [web, probe]) await ensureBuilt(part)
}

async function ensureBuilt(part) {
  if (isBuilt(part, hashOfSources(part))) return
  await withLock(() => {
    const wanted = hashOfSources(part)
    if (isBuilt(part, wanted)) return
    process.stderr.write(`Building the ${part.name}.\n`)
    const vite = path.join(modules, 'vite', 'bin', 'vite.js')
    const { status, error } = spawnSync(pinnedNode, [vite, 'build', '--logLevel', 'warn'], {
      cwd: path.join(root, 'apps', part.name),
      stdio: ['ignore', 2, 2],
    })
    if (error || status !== 0)
      throw new Refusal(`The ${part.name} could not be built: the lines above say why.`)
    writeFileSync(stampFileOf(part), wanted)
  })
}

const stampFileOf = ({ name }) => path.join(root, 'apps', name, 'dist', '.stamp')

function isBuilt(part, wanted) {
  const stampFile = stampFileOf(part)
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
}

function hashOfSources({ sources }) {
  const hash = createHash('sha256')
  for (const source of [...sources, ...common]) addTo(hash, path.join(root, source))
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
