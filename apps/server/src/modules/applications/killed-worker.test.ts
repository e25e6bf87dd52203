import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { productId, withoutApplication } from '../../../test/application-fixture.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { startWorker, type Worker } from '../../platform/jobs/worker.ts'
import { applicationJobs, applicationRoutes } from './index.ts'

let t: TestApp
let worker: Worker | undefined
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => applicationRoutes(app, { secrets }))
})
afterAll(async () => {
  await worker?.stop()
  await t.stop()
})

const soon = { timeout: 30_000, interval: 100 }

test('an activation of a killed worker process continues in another where it stopped, and creates nothing twice', async () => {
  const company = await t.company('company')
  await withoutApplication(t, company.id)
  const person = await t.person(company.id, 'administrator')
  const blocker = await t.adminPool.connect()
  await blocker.query('begin')
  // The second step creates the account; people can still sign in.
  await blocker.query('lock table person in share mode')
  const { applicationId } = (
    await person.call('POST /api/v1/auth/application/activate', {
      productId: await productId(person),
      displayName: 'ERP',
      permissions: ['DMS_SERVER_DEVICE_VIEW'],
    })
  ).data
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../test/activation-worker.ts', import.meta.url)), JSON.stringify(t.admin)],
    { stdio: 'inherit' },
  )
  await vi.waitFor(async () => {
    const { rows } = await t.adminPool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%application_account%'`,
    )
    expect(rows).toHaveLength(1)
  }, soon)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await blocker.query('rollback')
  blocker.release()
  const read = async () =>
    (await person.call('GET /api/v1/auth/application/:applicationId', { applicationId })).data
  expect((await read()).steps.map(({ state }) => state)).toEqual(['done', 'running', 'waiting', 'waiting'])

  worker = await startWorker({
    admin: t.admin,
    ownerRole: t.roles.owner,
    scopes: t.scopes,
    log: t.log,
    tasks: applicationJobs(t),
    sweeps: [],
    concurrency: 2,
    deadAfterSeconds: 2,
  })
  await vi.waitFor(async () => expect((await read()).state).toBe('normal'), soon)
  const { rows } = await t.adminPool.query(
    `select (select count(*)::int from person where home_company_id = $1 and user_name like 'application:%') as accounts,
       (select count(*)::int from application_key where company_id = $1) as keys,
       (select count(*)::int from audit_log where company_id = $1 and action = 'application.activation_done') as audited`,
    [person.companyId],
  )
  expect(rows).toEqual([{ accounts: 1, keys: 0, audited: 1 }])
}, 90_000)
