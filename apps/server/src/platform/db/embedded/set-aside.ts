import { lstat, readlink, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'

/**
 * Renames a data directory whose database is stopped, and frees its name: `data/demo` becomes `data/demo-2026-11-23`, with
 * a number if that exists. A database that lies elsewhere (see placeDatabase) is renamed the same way, since the next
 * data directory of this name uses that place.
 * @returns the new path
 */
export async function setAside(dataDir: string, day: string): Promise<string> {
  const aside = await freeName(`${dataDir}-${day}`)
  await rename(dataDir, aside)
  const entry = path.join(aside, 'database')
  const linked = await readlink(entry).catch(() => null)
  if (linked !== null && (await exists(linked))) {
    const moved = await freeName(`${linked}-${day}`)
    await rename(linked, moved)
    await rm(entry)
    await symlink(moved, entry)
  }
  return aside
}

async function freeName(candidate: string): Promise<string> {
  let name = candidate
  for (let number = 2; await exists(name); number += 1) name = `${candidate}-${number}`
  return name
}

const exists = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  )
