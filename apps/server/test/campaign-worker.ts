import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { otaJobs, otaSweeps } from '../src/modules/ota/index.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { rolesOf } from '../src/platform/db/roles.ts'
import { Scopes } from '../src/platform/db/scope.ts'
import type { JobPayload } from '../src/platform/jobs/job.ts'
import { createLogger } from '../src/platform/log.ts'
import { Secrets } from '../src/platform/secrets.ts'

/** One step of every campaign, or the preparation of the named one, in a process that a test kills. */
const admin = JSON.parse(process.argv[2]!) as pg.ClientConfig & { database: string }
const prepared = process.argv[3]
const log = createLogger('silent')
const roles = rolesOf(admin.database)
const scopes = new Scopes(createPool({ ...admin, user: roles.login, password: 'test-login' }, log, 2), roles)
const tools = { scopes, log, signal: new AbortController().signal }
const [sweep] = otaSweeps({ secrets: new Secrets(randomBytes(32)), filesUrl: 'http://acs.example/' })
if (prepared === undefined) await sweep!.run(tools)
else await otaJobs()['campaign.prepare']!(JSON.parse(prepared) as JobPayload, tools)
