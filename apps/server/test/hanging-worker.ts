/** A worker process that takes the job `test.hang` and never ends it, for the test that kills it. */
import { createPool } from '../src/platform/db/pool.ts'
import { rolesOf } from '../src/platform/db/roles.ts'
import { Scopes } from '../src/platform/db/scope.ts'
import { startWorker } from '../src/platform/jobs/worker.ts'
import { createLogger } from '../src/platform/log.ts'

const admin = JSON.parse(process.argv[2] ?? '{}') as { database: string }
const log = createLogger('silent')
const roles = rolesOf(admin.database)
await startWorker({
  admin,
  ownerRole: roles.owner,
  scopes: new Scopes(createPool({ ...admin, user: roles.login, password: 'test-login' }, log, 2), roles),
  log,
  tasks: {
    'test.hang': () => {
      process.stdout.write('taken\n')
      return new Promise(() => {})
    },
  },
  sweeps: [],
  concurrency: 1,
  deadAfterSeconds: 2,
})
