import {
  afterMove,
  type ApplicationMove,
  applicationMoves,
  serviceStates,
} from '@netward/contract/states/application'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  makeApplication,
  productId,
  runActivation,
  tokenOf,
  withoutApplication,
} from '../../../test/application-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from '../devices/index.ts'
import { openApiRoutes } from '../open-api/index.ts'
import { productRoutes } from '../products/index.ts'
import { applicationRoutes } from './index.ts'

let t: TestApp
let company: { id: string; code: string }
let administrator: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    openApiRoutes(app)
    productRoutes(app, { secrets })
    applicationRoutes(app, { secrets })
    deviceRoutes(app, { secrets })
  })
  company = await t.company('company')
  await withoutApplication(t, company.id)
  administrator = await t.person(company.id, 'administrator')
})
afterAll(() => t.stop())

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

async function newCompany(): Promise<TestPerson> {
  const { id } = await t.company('company')
  // What came with the package is gone: these tests activate by hand.
  await withoutApplication(t, id)
  return t.person(id, 'administrator')
}

async function activate(person: TestPerson, permissions: string[] = []) {
  return person.call('POST /api/v1/auth/application/activate', {
    productId: await productId(person),
    displayName: 'ERP',
    permissions,
  })
}

const edit = (
  person: TestPerson,
  applicationId: string,
  changes: {
    move?: 'retry' | 'enterMaintenance' | 'exitMaintenance' | 'disable' | 'enable'
    permissions?: string[]
  },
) =>
  person.call('POST /api/v1/auth/application/edit', {
    applicationId,
    ...changes,
    ...(changes.move === 'enterMaintenance'
      ? { maintenanceZh: '更换交换机', maintenanceEn: 'New switch', maintenanceUntil: tomorrow() }
      : {}),
  })

const read = async (person: TestPerson, applicationId: string) =>
  (await person.call('GET /api/v1/auth/application/:applicationId', { applicationId })).data

const devices = (token: string) =>
  t.raw({
    method: 'POST',
    url: '/api/v1/device/lists',
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })

test('an activation goes through its steps, is queued once, and ends as normal', async () => {
  const activated = await activate(administrator, ['DMS_SERVER_DEVICE_VIEW'])
  const { applicationId } = activated.data
  const before = await read(administrator, applicationId)
  expect(before).toMatchObject({ state: 'activating', keys: [], failure: null })
  expect(before.steps.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
  const { rows } = await t.adminPool.query(
    `select payload from graphile_worker._private_jobs where key = $1`,
    [`application:${applicationId}`],
  )
  expect(rows).toEqual([{ payload: { run: 1, companyId: company.id, applicationId } }])
  expect((await activate(administrator)).code).toBe('application.exists')
  // Keys are only for applications that can sign in.
  const early = await administrator.call('POST /api/v1/auth/application/:applicationId/key', {
    applicationId,
  })
  expect(early.code).toBe('application.keys_closed')

  await runActivation(t, company.id, applicationId)
  const after = await read(administrator, applicationId)
  expect(after).toMatchObject({ state: 'normal', keys: [], openTokens: 0 })
  expect(after.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done'])
  // Its account cannot sign in and has no membership.
  const account = await t.adminPool.query(
    `select p.disabled_at is not null as shut, (select count(*)::int from member m where m.person_id = p.id) as memberships
     from application a join person p on p.id = a.person_id where a.id = $1`,
    [applicationId],
  )
  expect(account.rows).toEqual([{ shut: true, memberships: 0 }])
})

test('an activation resumes where its killed worker stopped, and creates nothing twice', async () => {
  const person = await newCompany()
  const { applicationId } = (await activate(person)).data
  const blocker = await t.adminPool.connect()
  await blocker.query('begin')
  // The second step needs the application's company.
  await blocker.query('lock table person in access exclusive mode')
  const dying = runActivation(t, person.companyId, applicationId).then(
    () => 'ended',
    () => 'died',
  )
  const waiting = async () => {
    const { rows } = await t.adminPool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%application_account%'`,
    )
    return rows
  }
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 10_000 })
  await t.adminPool.query('select pg_terminate_backend($1)', [(await waiting())[0]!.pid])
  expect(await dying).toBe('died')
  await blocker.query('rollback')
  blocker.release()
  const half = await read(person, applicationId)
  expect(half.steps.map(({ state }) => state)).toEqual(['done', 'running', 'waiting', 'waiting'])

  // Two workers at once, as when one was presumed dead.
  await Promise.all([
    runActivation(t, person.companyId, applicationId),
    runActivation(t, person.companyId, applicationId),
  ])
  await runActivation(t, person.companyId, applicationId)
  expect(await read(person, applicationId)).toMatchObject({ state: 'normal' })
  const { rows } = await t.adminPool.query(
    `select (select count(*)::int from person where home_company_id = $1 and user_name like 'application:%') as accounts,
       (select count(*)::int from application_key where company_id = $1) as keys,
       (select count(*)::int from audit_log where company_id = $1 and action = 'application.activation_done') as audited`,
    [person.companyId],
  )
  expect(rows).toEqual([{ accounts: 1, keys: 0, audited: 1 }])
})

test('an activation of a withdrawn product fails with the reason; retried, it succeeds', async () => {
  const person = await newCompany()
  const { applicationId } = (await activate(person)).data
  const product = await productId(person)
  const move = (name: 'deactivate' | 'publish') =>
    t.operator.call('POST /api/v1/product/:productId/move', { productId: product, move: name })
  const email = 'audited@example.test'
  await t.adminPool.query(`update person set email = $2, email_verified_at = now() where id = $1`, [
    person.personId,
    email,
  ])
  await move('deactivate')
  try {
    await runActivation(t, person.companyId, applicationId)
    expect(await read(person, applicationId)).toMatchObject({
      state: 'abnormal',
      failure: 'product_unavailable',
      steps: [{ step: 'check', state: 'failed' }, {}, {}, {}],
    })
    expect((await edit(person, applicationId, { move: 'retry' })).code).toBe(
      'application.product_not_offered',
    )
  } finally {
    await move('publish')
  }
  expect((await edit(person, applicationId, { move: 'retry' })).data.state).toBe('activating')
  // The previous run's job does not affect this one.
  await runActivation(t, person.companyId, applicationId, 1)
  expect((await read(person, applicationId)).state).toBe('activating')
  await runActivation(t, person.companyId, applicationId, 2)
  expect((await read(person, applicationId)).state).toBe('normal')
})

test('an activation without a worker fails after half an hour', async () => {
  const person = await newCompany()
  const { applicationId } = (await activate(person)).data
  await t.adminPool.query(`update application set changed_at = now() - interval '31 minutes' where id = $1`, [
    applicationId,
  ])
  await t.scopes.asLoginRole('select end_stuck_activations()')
  expect(await read(person, applicationId)).toMatchObject({ state: 'abnormal', failure: 'timed_out' })
})

test('refuses to give an application what the caller does not hold, what has no meaning here, or what needs a person', async () => {
  const person = await newCompany()
  expect((await activate(person, ['DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE'])).code).toBe(
    'application.permission_not_held',
  )
  for (const code of [
    'DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY',
    'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    'x',
  ]) {
    expect(await activate(person, [code])).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field: 'permissions.0' }] },
    })
  }
  const { applicationId } = (await activate(person, ['DMS_SERVER_DEVICE_REBOOT'])).data
  // A user with fewer rights keeps the existing codes, and adds only codes of their own.
  const narrow = await t.person(person.companyId, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions)
       values ($1, 'applications', array['DMS_SERVER_SYSTEM_SETTING_APPLICATION', 'DMS_SERVER_SYSTEM_SETTING_APPLICATION_EDIT'])
       returning id)
     insert into member_role (company_id, member_id, role_id)
       select $1, m.id, r.id from r, member m where m.company_id = $1 and m.person_id = $2`,
    [person.companyId, narrow.personId],
  )
  const kept = await edit(narrow, applicationId, {
    permissions: ['DMS_SERVER_DEVICE_REBOOT', 'DMS_SERVER_DEVICE_VIEW'],
  })
  expect(kept.data.permissions).toEqual(['DMS_SERVER_DEVICE_REBOOT', 'DMS_SERVER_DEVICE_VIEW'])
  expect((await edit(narrow, applicationId, { permissions: ['DMS_SERVER_DEVICE_EDIT'] })).code).toBe(
    'application.permission_not_held',
  )
})

test('a caller limited to some outlets grants an application nothing, and gets no key of one that sees all', async () => {
  const person = await newCompany()
  const limited = await t.person(person.companyId, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, data_scope, permissions) values ($1, 'limited', 'outlets',
         array['DMS_SERVER_SYSTEM_SETTING_APPLICATION', 'DMS_SERVER_SYSTEM_SETTING_APPLICATION_ACTIVATE',
           'DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY', 'DMS_SERVER_DEVICE_REBOOT']) returning id)
     insert into member_role (company_id, member_id, role_id)
       select $1, m.id, r.id from r, member m where m.company_id = $1 and m.person_id = $2`,
    [person.companyId, limited.personId],
  )
  const activated = await limited.call('POST /api/v1/auth/application/activate', {
    productId: await productId(person),
    displayName: 'ERP',
    permissions: ['DMS_SERVER_DEVICE_REBOOT'],
  })
  expect(activated.code).toBe('permission.denied')
  const { applicationId } = (await activate(person, ['DMS_SERVER_DEVICE_REBOOT'])).data
  await t.adminPool.query(`update application set state = 'normal' where id = $1`, [applicationId])
  const key = await limited.call('POST /api/v1/auth/application/:applicationId/key', {
    applicationId,
    overlapHours: 0,
  })
  expect(key.code).toBe('permission.denied')
})

test("another company's application is not found by any endpoint", async () => {
  const stranger = await newCompany()
  const { applicationId } = (await activate(stranger)).data
  const mine = await read(administrator, applicationId)
  expect(mine).toBeNull()
  const answers = [
    await administrator.call('GET /api/v1/auth/application/:applicationId', { applicationId }),
    await edit(administrator, applicationId, { move: 'disable' }),
    await administrator.call('POST /api/v1/auth/application/:applicationId/key', { applicationId }),
    await administrator.call('DELETE /api/v1/auth/application/:applicationId', { applicationId }),
    await administrator.call('DELETE /api/v1/auth/application/:applicationId/icon', { applicationId }),
    await administrator.call('DELETE /api/v1/auth/application/:applicationId/key/:keyId', {
      applicationId,
      keyId: '1',
    }),
  ]
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'application.not_found'))
})

test('in maintenance its people see why and until when, platform people do not, machines get a retry time', async () => {
  const person = await newCompany()
  const application = await makeApplication(t, person)
  const token = await tokenOf(t, application)
  const notices = async (who: TestPerson) => (await who.call('GET /api/v1/auth/application/maintenance')).data
  expect(await edit(person, application.id, { move: 'enterMaintenance' })).toMatchObject({
    data: { state: 'maintenance', maintenanceZh: '更换交换机', maintenanceEn: 'New switch' },
  })
  expect(await notices(await t.person(person.companyId, 'user_layer'))).toMatchObject([
    { productCode: 'device_management', messageZh: '更换交换机', messageEn: 'New switch' },
  ])
  expect(await notices(administrator)).toEqual([])
  expect(await notices(t.operator.actingIn(person.companyId))).toEqual([])
  expect(await devices(token)).toMatchObject({
    status: 503,
    code: 'application.maintenance',
    headers: { 'retry-after': '60' },
  })

  await t.adminPool.query(`update application set maintenance_until = now() - interval '1 s' where id = $1`, [
    application.id,
  ])
  // Expired by the clock, before any sweep.
  expect(await notices(person)).toEqual([])
  await t.scopes.asLoginRole('select end_maintenances()')
  expect((await read(person, application.id)).state).toBe('normal')
  expect((await devices(token)).status).toBe(200)
})

test('a product in maintenance is in maintenance for every tenant', async () => {
  const person = await newCompany()
  const token = await tokenOf(t, await makeApplication(t, person))
  const product = await productId(person)
  const move = (input: { move: 'enterMaintenance' | 'exitMaintenance' }) =>
    t.operator.call('POST /api/v1/product/:productId/move', {
      productId: product,
      maintenanceZh: '数据库升级',
      maintenanceEn: 'Database upgrade',
      maintenanceUntil: tomorrow(),
      ...input,
    })
  await move({ move: 'enterMaintenance' })
  try {
    for (const who of [person, administrator]) {
      expect((await who.call('GET /api/v1/auth/application/maintenance')).data).toMatchObject([
        { productCode: 'device_management', messageZh: '数据库升级', messageEn: 'Database upgrade' },
      ])
    }
    expect((await devices(token)).code).toBe('application.maintenance')
  } finally {
    await move({ move: 'exitMaintenance' })
  }
  expect((await devices(token)).status).toBe(200)
})

test('the account of an application cannot sign in', async () => {
  const person = await newCompany()
  const { id, key } = await makeApplication(t, person)
  const { rows } = await t.adminPool.query<{ code: string }>('select code from company where id = $1', [
    person.companyId,
  ])
  for (const password of ['', 'Long-enough-7', key]) {
    const answer = await t.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { username: `application:${id}@${rows[0]!.code}`, password },
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  }
})

test('deleting removes keys, tokens and rights; the product can be activated again', async () => {
  const person = await newCompany()
  const application = await makeApplication(t, person)
  const token = await tokenOf(t, application)
  const remove = () =>
    person.call('DELETE /api/v1/auth/application/:applicationId', { applicationId: application.id })
  expect((await remove()).code).toBe('application.move_not_allowed')
  await edit(person, application.id, { move: 'disable' })
  expect((await remove()).code).toBe(0)
  expect((await devices(token)).code).toBe(40001)
  const { rows } = await t.adminPool.query(
    `select (select count(*)::int from application_key where application_id = $1) as keys,
       (select count(*)::int from application_session where application_id = $1) as tokens`,
    [application.id],
  )
  expect(rows).toEqual([{ keys: 0, tokens: 0 }])
  expect((await activate(person)).code).toBe(0)
})

test('allows only the moves of the table, in any order', async () => {
  const person = await newCompany()
  const moves = Object.keys(applicationMoves) as ApplicationMove[]
  let applicationId = (await activate(person)).data.applicationId
  let state = (await read(person, applicationId)).state
  let run = 1
  /** Performs a move by its own endpoint, and returns whether it was accepted. */
  const attempt = async (move: ApplicationMove): Promise<boolean> => {
    const codeOf = async (answer: Promise<{ code: number | string }>) => (await answer).code === 0
    switch (move) {
      case 'succeed':
        if (state !== 'activating') return false
        await runActivation(t, person.companyId, applicationId, run)
        return true
      case 'fail':
        await t.adminPool.query(
          `update application set changed_at = now() - interval '1 hour' where id = $1`,
          [applicationId],
        )
        await t.scopes.asLoginRole('select end_stuck_activations()')
        return state === 'activating'
      case 'delete':
        return codeOf(person.call('DELETE /api/v1/auth/application/:applicationId', { applicationId }))
      default:
        return codeOf(edit(person, applicationId, { move }))
    }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...moves), { minLength: 5, maxLength: 12 }),
      async (sequence) => {
        for (const move of sequence) {
          const expected = afterMove(state, move)
          expect(await attempt(move), `${move} when ${state}`).toBe(expected !== null)
          if (expected === null) continue
          state = expected
          if (state === 'activating') run += 1
          const shown = (await read(person, applicationId))?.state ?? 'deleted'
          expect(shown).toBe(state)
          if (state !== 'deleted') continue
          applicationId = (await activate(person)).data.applicationId
          state = 'activating'
          run = 1
        }
      },
    ),
    { numRuns: 12 },
  )
})

test('every state but the last can be left, and every state can be reached', () => {
  const reached = new Set(Object.values(applicationMoves).map(({ to }) => to))
  const left = new Set(Object.values(applicationMoves).flatMap(({ from }) => from as readonly string[]))
  expect(serviceStates.filter((state) => !reached.has(state))).toEqual([])
  expect(serviceStates.filter((state) => !left.has(state))).toEqual(['deleted'])
})
