import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { withLock } from './lock.mjs'
import { modules, pinnedNode, root } from './paths.mjs'
import { Refusal } from './refusal.mjs'

const stampFile = path.join(modules, '.netward-stamp')

/**
 * Installs exactly what package-lock.json names, when what is installed was installed from another one.
 * @throws Refusal
 */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withLock(() => {
    if (isInstalled()) return
    process.stderr.write('Installing packages (about a minute the first time).\n')
    install()
    ensurePinnedNode()
    writeFileSync(stampFile, expectedStamp())
  })
}

function isInstalled() {
  try {
    return readFileSync(stampFile, 'utf8') === expectedStamp() && existsSync(pinnedNode)
  } catch {
    return false
  }
}

/** What is installed depends on the lockfile, the system and the processor. */
function expectedStamp() {
  const hash = createHash('sha256')
  hash.update(readFileSync(path.join(root, 'package-lock.json')))
  return `${process.platform}-${process.arch} ${hash.digest('hex')}\n`
}

function install() {
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  if (runNpm(options, root) === 0) return
  const cache = process.env.npm_config_cache
  if (cache && existsSync(cache) && !isWritable(cache)) {
    process.stderr.write(`The npm cache ${cache} cannot be written: installing again with one of its own.\n`)
    const own = mkdtempSync(path.join(os.tmpdir(), 'netward-npm-'))
    try {
      if (runNpm([...options, `--cache=${own}`], root) === 0) return
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  }
  throw new Refusal('The packages could not be installed: npm says above why.')
}

/** npm 12 runs no install scripts but those allowed in package.json, and a setting can forbid all of them. */
function ensurePinnedNode() {
  const wanted = `v${JSON.parse(readFileSync(path.join(modules, 'node', 'package.json'), 'utf8')).version}`
  if (versionOf(pinnedNode) === wanted) return
  run(systemNode(), ['installArchSpecificPackage.js'], path.join(modules, 'node'))
  const found = versionOf(pinnedNode)
  if (found === wanted) {
    linkCommand()
    return
  }
  throw new Refusal(
    `The Node that the project runs on (${wanted}) could not be installed for ${process.platform} ${process.arch}` +
      (found ? `: ${pinnedNode} says ${found}` : ''),
  )
}

/** npm left it out, as its target was missing. */
function linkCommand() {
  const link = path.join(modules, '.bin', 'node')
  rmSync(link, { force: true })
  symlinkSync(path.relative(path.dirname(link), pinnedNode), link)
}

function versionOf(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() || null
}

/** npm as it was called, else the one in PATH. */
function runNpm(args, cwd) {
  const script = process.env.npm_execpath
  return script?.endsWith('.js') ? run(systemNode(), [script, ...args], cwd) : run('npm', args, cwd)
}

/** The installation replaces the pinned Node, so it must not run on it. */
function systemNode() {
  const own = process.env.npm_node_execpath ?? process.execPath
  return own.startsWith(modules + path.sep) ? 'node' : own
}

function run(command, args, cwd) {
  const env = { ...process.env }
  // Of the outer npm: "npm ci" below would take them for its own.
  for (const name of Object.keys(env)) {
    if (/^npm_(package|lifecycle|command)/.test(name)) delete env[name]
  }
  const separator = path.delimiter
  env.PATH = (env.PATH ?? '')
    .split(separator)
    .filter((directory) => !directory.includes(`node_modules${path.sep}.bin`))
    .join(separator)
  const { status, error } = spawnSync(command, args, { cwd, env, stdio: ['ignore', 2, 2] })
  if (error) throw new Refusal(`${command} could not be run: ${error.message}`)
  return status
}

function isWritable(directory) {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}
