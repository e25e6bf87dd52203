import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

/**
 * An MSP with a pool of ten devices, and its customer, whose package holds `devices` and `part` of the pool.
 */
async function branch(devices: number, part: number) {
  const { id: mspId } = await f.t.company('middleman')
  const { id } = await f.t.company('company', mspId)
  const [{ id: packageId }] = (await f.sql<{ id: string }>(
    `with p as (insert into package (code) values ('small-' || $1) returning id)
     insert into package_version (package_id, version, name_zh, name_en, devices, price)
     select id, 1, 'small', 'small', $2, 0 from p returning package_id::text as id`,
    [id, devices],
  )) as [{ id: string }]
  await f.sql(
    `insert into company_package (company_id, package_id, version) values ($1, $3, 1), ($2, $3, 1)
    on conflict (company_id) do update set package_id = excluded.package_id, version = 1`,
    [id, mspId, packageId],
  )
  const [pool] = await f.sql<{ id: string }>(
    `insert into licence (company_id, kind, purpose, quantity, issuer_company_id, issuer_name)
     values ($1, 'devices', 'pool', 10, 1, 'OP') returning id::text`,
    [mspId],
  )
  const handDown = (quantity: number) =>
    f.sql(
      `with l as (insert into licence (company_id, kind, quantity, issuer_company_id, issuer_name, pool_id)
         values ($1, 'devices', $2, $3, 'MSP', $4) returning company_id)
       select refresh_entitlement(company_id) from l`,
      [id, quantity, mspId, pool!.id],
    )
  await f.sql('select refresh_entitlement(id) from unnest($1::bigint[]) id', [[mspId, id]])
  if (part > 0) await handDown(part)
  return { id, mspId, poolId: pool!.id, handDown, admin: await f.t.person(id, 'administrator') }
}

type Branch = Awaited<ReturnType<typeof branch>>

async function standing({ id, mspId, poolId }: Branch) {
  const [row] = await f.sql(
    `select (select array[used, granted] from entitlement where company_id = $1 and kind = 'devices') as child,
       (select coalesce(sum(used), 0)::int from entitlement where company_id = $2 and kind = 'devices') as parent,
       pool_handed($3) as handed,
       (select count(*)::int from device where company_id = $1 and state = 'claimed') as real`,
    [id, mspId, poolId],
  )
  return row
}

const claim = async (admin: TestPerson, serialNumber: string) => {
  const { data } = await admin.call('POST /api/v1/device/pool/lists', { search: serialNumber })
  const entry = data.items.find((one) => one.serialNumber === serialNumber)
  return admin.call('POST /api/v1/device/pool/claim', { poolIds: [entry?.id ?? '0'] })
}

test("a gateway released by a customer of one MSP and claimed by one of another is counted once, and both MSPs' pools stay as they are", async () => {
  const [from, to] = [await branch(0, 2), await branch(0, 0)]
  const platform = f.t.operator.actingIn(to.id)
  const { data } = await from.admin.call('POST /api/v1/device/enrolment/rotate', { what: 'password' })
  const gateway = f.gateway({
    username: data.username,
    password: data.password!,
    localAddress: '127.0.5.1',
    periodicInforms: true,
  })
  const serialNumber = gateway.factory.deviceId.serialNumber
  gateway.start()
  await vi.waitFor(
    async () => expect(await f.deviceOf(gateway)).toMatchObject({ credential_state: 'own' }),
    10_000,
  )
  expect(await standing(from)).toEqual({ child: [1, 2], parent: 0, handed: 2, real: 1 })
  const deviceId = String((await f.deviceOf(gateway))!['id'])
  expect((await from.admin.call('POST /api/v1/device/:deviceId/release', { deviceId })).code).toBe(0)
  expect(await standing(from)).toEqual({ child: [0, 2], parent: 0, handed: 2, real: 0 })

  // It keeps calling without a company. Its pre-registration elsewhere does not show it to that tenant: the platform
  // claims it, acting there.
  await f.sql(`insert into pre_registration (company_id, oui, serial_number) values ($1, $2, $3)`, [
    to.id,
    gateway.factory.deviceId.oui,
    serialNumber,
  ])
  await vi.waitFor(async () => {
    gateway.informNow()
    const { data: pool } = await platform.call('POST /api/v1/device/pool/lists', { search: serialNumber })
    expect(pool.items.map((one) => one.serialNumber)).toEqual([serialNumber])
  }, 15_000)
  const { data: hidden } = await to.admin.call('POST /api/v1/device/pool/lists', {})
  expect(hidden.items).toEqual([])
  expect((await claim(platform, serialNumber)).code).toBe('licence.exceeded')
  expect(await standing(to)).toMatchObject({ handed: 0, real: 0 })
  await to.handDown(1)
  expect((await claim(platform, serialNumber)).code).toBe(0)
  await vi.waitFor(async () => {
    gateway.informNow()
    expect(await f.deviceOf(gateway)).toMatchObject({ company_id: to.id, state: 'claimed' })
  }, 15_000)
  expect(await standing(to)).toEqual({ child: [1, 1], parent: 0, handed: 1, real: 1 })
  // What the first MSP handed down remains its customer's, and is free for another gateway.
  expect(await standing(from)).toEqual({ child: [0, 2], parent: 0, handed: 2, real: 0 })
}, 60_000)
