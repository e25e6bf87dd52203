import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { ConfigError } from '../../apps/server/src/platform/config/config.ts'
import { BackupError } from '../../apps/server/src/platform/db/backup/archive.ts'
import { EmbeddedDatabaseError } from '../../apps/server/src/platform/db/embedded/index.ts'
import { MigrationError } from '../../apps/server/src/platform/db/migration-error.ts'
import { say } from './open-configured.ts'

/** Errors whose message is all that the operator needs. */
const plainErrors = [BackupError, ConfigError, EmbeddedDatabaseError, MigrationError]

/** Runs a command that takes one file, and reports the result. */
export async function runWithFile(
  command: string,
  option: string,
  work: (file: string) => Promise<string>,
): Promise<void> {
  try {
    say(await work(fileGiven(command, option)))
  } catch (error) {
    const plain = plainErrors.some((kind) => error instanceof kind)
    say(error instanceof Error ? ((plain ? error.message : error.stack) ?? error.message) : String(error))
    process.exitCode = 1
  }
}

function fileGiven(command: string, option: string): string {
  const usage = `npm run ${command} -- --${option} FILE`
  try {
    const { values } = parseArgs({ options: { [option]: { type: 'string' } } })
    const file = values[option]
    // From where the person called npm, not from the root of the repository.
    if (typeof file === 'string' && file !== '') return path.resolve(process.env['INIT_CWD'] ?? '.', file)
  } catch (error) {
    throw new BackupError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  throw new BackupError(usage)
}
