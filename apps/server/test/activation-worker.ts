/** A worker process that activates applications, for the test that kills it. */
import { applicationJobs } from '../src/modules/applications/index.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { rolesOf } from '../src/platform/db/roles.ts'
import { Scopes } from '../src/platform/db/scope.ts'
import { startWorker } from '../src/platform/jobs/worker.ts'
import { createLogger } from '../src/platform/log.ts'
import { Secrets } from '../src/platform/secrets.ts'

const admin = JSON.parse(process.argv[2] ?? '{}') as { database: string }
const log = createLogger('silent')
const roles = rolesOf(admin.database)
const scopes = new Scopes(createPool({ ...admin, user: roles.login, password: 'test-login' }, log, 2), roles)
const messages = {
  publicUrl: 'https://netward.test',
  smtpUrl: null,
  mailFrom: 'netward@netward.test',
  outbox: true,
}
await startWorker({
  admin,
  ownerRole: roles.owner,
  scopes,
  log,
  tasks: applicationJobs({ secrets: new Secrets(Buffer.alloc(32)), messages }),
  sweeps: [],
  concurrency: 1,
  deadAfterSeconds: 2,
})
