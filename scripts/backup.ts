import { backUp } from '../apps/server/src/platform/db/backup/backup.ts'
import { openConfigured } from './backup/open-configured.ts'
import { runWithFile } from './backup/run.ts'

/** npm run backup -- --to FILE. Works beside a running server. */
await runWithFile('backup', 'to', async (file) => {
  const database = await openConfigured({ beside: true })
  try {
    const { tables, rows } = await backUp(database.admin, file)
    return (
      `${file}: ${rows} rows of ${tables} tables from ${database.name}.\n` +
      'Keep the master key too, apart from it (NETWARD_MASTER_KEY, or master.key in the data directory): stored secrets need it.'
    )
  } finally {
    await database.stop()
  }
})
