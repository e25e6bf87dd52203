import { restore } from '../apps/server/src/platform/db/backup/restore.ts'
import { openConfigured } from './backup/open-configured.ts'
import { runWithFile } from './backup/run.ts'

/** npm run restore -- --from FILE, into an empty database. */
await runWithFile('restore', 'from', async (file) => {
  const database = await openConfigured({ beside: false })
  try {
    const { tables, rows, jobsLeftOut } = await restore(database.admin, file)
    return (
      `${rows} rows of ${tables} tables are in ${database.name}; every sum is that of the backup.\n` +
      (jobsLeftOut
        ? 'Waiting jobs were left out: the job queue of this version differs from that of the backup.\n'
        : '') +
      'Before npm start, give the master key of the installation that was backed up.'
    )
  } finally {
    await database.stop()
  }
})
