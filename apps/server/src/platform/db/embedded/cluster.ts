import { execFile } from 'node:child_process'
import { chmod, chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError } from './embedded-error.ts'
import { makePrivate, type Placement } from './placement.ts'

const run = promisify(execFile)

/** PostgreSQL gets nothing of the caller's locale, time zone or PG* variables. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export function runAs(account: Account | null): {
  uid?: number
  gid?: number
  cwd: string
  env: typeof environment
} {
  // "/" since the account may not be able to enter the server's working directory.
  return { ...(account ? { uid: account.uid, gid: account.gid } : {}), cwd: '/', env: environment }
}

/**
 * Creates the cluster when there is none. The collation is PostgreSQL's own C.UTF-8: order by code point,
 * case of all scripts, the same on every machine and in every version of its C library, so that a system
 * upgrade never breaks an index.
 * @throws EmbeddedDatabaseError when the data is of another major version.
 */
export async function ensureCluster(
  binaries: Binaries,
  programs: string,
  { cluster }: Placement,
  account: Account | null,
): Promise<void> {
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version?.trim() === binaries.major) return
  if (version !== null) {
    throw new EmbeddedDatabaseError(
      `the data in ${cluster} is of PostgreSQL ${version.trim()}, this version brings ${binaries.major}: ` +
        'docs/backup-and-upgrade.md says how to take it over',
    )
  }
  // Under a temporary name until complete, so that an interrupted first start leaves nothing half made.
  const unfinished = `${cluster}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await makePrivate(unfinished, account)
  const initdb = path.join(programs, 'bin', 'initdb')
  const options = [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--text-search-config=simple',
    '--no-instructions',
    // Once at the end instead of after each step.
    '--no-sync',
  ]
  try {
    await run(initdb, options, runAs(account))
    await run(initdb, ['--sync-only', `--pgdata=${unfinished}`], runAs(account))
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim()
    throw new EmbeddedDatabaseError(
      `PostgreSQL could not create its data in ${cluster}: ${said || String(error)}`,
      {
        cause: error,
      },
    )
  }
  await rename(unfinished, cluster)
}

/**
 * Access: anyone who can enter the socket's directory, which is mode 0700. They could read the data files
 * themselves, so a password in a third file would protect nothing; no port is open.
 */
const access = 'local all all trust\n'

const settings = {
  listen_addresses: '',
  port: '5432',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  synchronous_commit: 'on',
  // No replication: less to write.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  min_wal_size: '128MB',
  checkpoint_timeout: '15min',
  max_locks_per_transaction: '256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Neither statements nor values in error details: they may contain secrets.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  cluster_name: 'netward',
}

/** Start options of PostgreSQL. `alter system` on the database takes precedence, except for the paths. */
export async function writeSettings(placement: Placement, account: Account | null): Promise<string[]> {
  const configFile = path.join(placement.home, 'postgresql.conf')
  const accessFile = path.join(placement.home, 'pg_hba.conf')
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await writeReadable(
    configFile,
    `# Written at each start. Use "alter system" to change a setting.\n${lines.join('')}`,
    account,
  )
  await writeReadable(accessFile, access, account)
  const given = {
    config_file: configFile,
    hba_file: accessFile,
    unix_socket_directories: `"${placement.socketDirectory.replaceAll('"', '""')}"`,
    listen_addresses: '',
  }
  return ['-D', placement.cluster, ...asOptions(given)]
}

export function asOptions(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function writeReadable(file: string, text: string, account: Account | null): Promise<void> {
  const fresh = `${file}.new`
  await writeFile(fresh, text, { mode: 0o640 })
  if (account) {
    await chown(fresh, process.getuid?.() ?? 0, account.gid)
    await chmod(fresh, 0o640)
  }
  await rename(fresh, file)
}
