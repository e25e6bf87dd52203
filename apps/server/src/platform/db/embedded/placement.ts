import { createHash } from 'node:crypto'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, type EmbeddedLog } from './embedded-error.ts'

/** Location of data and programs that the account cannot reach in place. */
const outside = '/var/lib/netward'

/** A socket's whole path must fit sun_path, and PostgreSQL appends its name. */
const longestSocketDirectory = 107 - '/.s.PGSQL.5432'.length

export interface Placement {
  /** Ours: settings, and below it the cluster and the socket. */
  home: string
  /** PGDATA, of the account. */
  cluster: string
  /** Mode 0700, of the account: entering it is the only access to the database. */
  socketDirectory: string
}

/**
 * The database lies in `<dataDir>/database`. When it runs as another account that cannot enter there (a clone
 * below /root), that is a link to a directory below /var/lib/netward.
 */
export async function placeDatabase(
  dataDir: string,
  account: Account | null,
  log: EmbeddedLog,
): Promise<Placement> {
  const entry = path.join(dataDir, 'database')
  if (account) await letPass(dataDir, account)
  const isLink = await lstat(entry).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
  if (isLink) {
    await mkdir(await readlink(entry), { recursive: true })
  } else if (account && !(await canEnter(dataDir, account))) {
    await placeOutside(dataDir, entry, log)
  } else {
    await mkdir(entry, { recursive: true, mode: 0o750 })
  }
  const home = await realpath(entry)
  if (account) await letPass(home, account)
  return { home, cluster: path.join(home, 'cluster'), socketDirectory: await placeSocket(home, account) }
}

async function placeOutside(dataDir: string, entry: string, log: EmbeddedLog): Promise<void> {
  const home = path.join(outside, digest(dataDir))
  if (await stat(entry).catch(() => null)) {
    throw new EmbeddedDatabaseError(
      `${entry} holds a database, but lies where the account of the database cannot enter: ` +
        `stop every Netward process, move it to ${home} and link it from its old place`,
    )
  }
  await mkdir(outside, { recursive: true, mode: 0o755 })
  if (await stat(home).catch(() => null)) {
    const aside = `${home}.${new Date().toISOString().replaceAll(':', '')}`
    await rename(home, aside)
    log.warn(
      `${home} belonged to a data directory that is gone: it is now ${aside}, remove it when nobody wants it`,
    )
  }
  await mkdir(home, { mode: 0o750 })
  await symlink(home, entry)
  log.info(`the database of ${dataDir} is kept in ${home}: its account cannot enter ${dataDir}`)
}

/** The programs, or a copy of them that the account can reach. */
export async function placeBinaries(
  binaries: Binaries,
  account: Account | null,
  log: EmbeddedLog,
): Promise<string> {
  if (!account || (await canEnter(path.join(binaries.root, 'bin'), account))) return binaries.root
  const copy = path.join(outside, `postgresql-${binaries.build}`)
  if (await stat(copy).catch(() => null)) return copy
  await mkdir(outside, { recursive: true, mode: 0o755 })
  const unfinished = await mkdtemp(path.join(outside, 'unfinished-'))
  await chmod(unfinished, 0o755)
  await cp(binaries.root, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  await rename(unfinished, copy).catch(async (error: unknown) => {
    // Another process created it first.
    await rm(unfinished, { recursive: true, force: true })
    if (!(await stat(copy).catch(() => null))) throw error
  })
  log.info(`PostgreSQL was copied to ${copy}: its account cannot enter ${binaries.root}`)
  return copy
}

async function placeSocket(home: string, account: Account | null): Promise<string> {
  const beside = path.join(home, 'socket')
  if (Buffer.byteLength(beside) <= longestSocketDirectory) return makePrivate(beside, account)
  const short = path.join('/tmp', `netward-${digest(home)}`)
  return makePrivate(short, account)
}

/**
 * A directory of the account that no other user can enter.
 * @throws EmbeddedDatabaseError when another user put something there, as anyone can in /tmp.
 */
export async function makePrivate(directory: string, account: Account | null): Promise<string> {
  const uid = account?.uid ?? os.userInfo().uid
  try {
    await mkdir(directory, { mode: 0o700 })
    if (account) await chown(directory, account.uid, account.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = await lstat(directory)
  if (!found.isDirectory() || found.uid !== uid) {
    throw new EmbeddedDatabaseError(
      `${directory} should be a directory of user ${uid}, and is not: remove it`,
    )
  }
  if ((found.mode & 0o777) !== 0o700) await chmod(directory, 0o700)
  return directory
}

/** Lets only the account pass through a directory of ours. */
async function letPass(directory: string, account: Account): Promise<void> {
  const { gid, mode } = await stat(directory)
  if ((mode & 0o001) !== 0 || (gid === account.gid && (mode & 0o010) !== 0)) return
  await chown(directory, process.getuid?.() ?? 0, account.gid)
  await chmod(directory, (mode & 0o700) | 0o010)
}

async function canEnter(directory: string, account: Account): Promise<boolean> {
  let current = await realpath(directory)
  while (true) {
    const { uid, gid, mode } = await stat(current)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (current === path.dirname(current)) return true
    current = path.dirname(current)
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
