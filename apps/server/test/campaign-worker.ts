import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { otaSweeps } from '../src/modules/ota/index.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { rolesOf } from '../src/platform/db/roles.ts'
import { Scopes } from '../src/platform/db/scope.ts'
import { createLogger } from '../src/platform/log.ts'
import { Secrets } from '../src/platform/secrets.ts'

/** One step of every campaign, in a process that a test kills. */
const admin = JSON.parse(process.argv[2]!) as pg.ClientConfig & { database: string }
const log = createLogger('silent')
const roles = rolesOf(admin.database)
const scopes = new Scopes(createPool({ ...admin, user: roles.login, password: 'test-login' }, log, 2), roles)
const [sweep] = otaSweeps({ secrets: new Secrets(randomBytes(32)), filesUrl: 'http://acs.example/' })
await sweep!.run({ scopes, log, signal: new AbortController().signal })
