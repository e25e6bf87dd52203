import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError, type EmbeddedLog } from './embedded-error.ts'

/** Who PostgreSQL runs as. Null: as whoever runs the server. */
export interface Account {
  name: string
  uid: number
  gid: number
}

const run = promisify(execFile)

/**
 * PostgreSQL refuses to run as root, and initdb wants a user that has a name. So as root it runs as, in this order:
 * whoever owns the data already, `postgres` when the machine has that user, `netward`, which is created as a system
 * user without home and shell when it is missing. That user stays on the machine; the log says so. `nobody` is not
 * taken: what runs as nobody for other services could read the data.
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
