import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError, type EmbeddedLog } from './embedded-error.ts'

/** Account that PostgreSQL runs as. Null: the server's own. */
export interface Account {
  name: string
  uid: number
  gid: number
}

const run = promisify(execFile)

/**
 * PostgreSQL refuses to run as root, and initdb requires a named user. As root it runs as, in this order: the
 * owner of the existing data, `postgres` when the machine has that user, `netward`, which is created as a
 * system user without home and shell. That user stays on the machine; the log says so. `nobody` is not used:
 * other services that run as nobody could read the data.
 */
export async function chooseAccount(clusterDirectory: string, log: EmbeddedLog): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const accounts = await readAccounts()
  const owner = await stat(clusterDirectory).then(
    (found) => found.uid,
    () => null,
  )
  const chosen =
    accounts.find((account) => account.uid !== 0 && account.uid === owner) ??
    accounts.find((account) => account.name === 'postgres') ??
    accounts.find((account) => account.name === 'netward')
  return chosen ?? (await createAccount(log))
}

async function createAccount(log: EmbeddedLog): Promise<Account> {
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      '--comment',
      'Netward database',
      'netward',
    ])
  } catch (error) {
    const raced = (await readAccounts()).find((account) => account.name === 'netward')
    if (raced) return raced
    throw new EmbeddedDatabaseError(
      'PostgreSQL does not run as root, and the system user netward for it could not be created ' +
        `(${error instanceof Error ? error.message.trim() : String(error)}): start the server as an ordinary user, ` +
        'create a user named netward or postgres, or set DATABASE_URL',
    )
  }
  const created = (await readAccounts()).find((account) => account.name === 'netward')
  if (!created)
    throw new EmbeddedDatabaseError('the system user netward was created but is not in /etc/passwd')
  log.info('created the system user netward, which the embedded database runs as; it stays on this machine')
  return created
}

async function readAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
