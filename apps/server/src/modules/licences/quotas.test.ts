import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLicenceFixture, inDays, issue, type LicenceFixture } from '../../../test/licence-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { publicKeyText, writeLicenceFile } from './licence-file.ts'

/** Another installation whose files this one accepts. */
const otherPlatform = generateKeyPairSync('ed25519').privateKey
let f: LicenceFixture
beforeAll(async () => {
  f = await createLicenceFixture([publicKeyText(otherPlatform)])
})
afterAll(() => f.t.stop())

test('an addition beyond the quota names the kind, existing objects stay, and enlarging admits it', async () => {
  const { id, admin } = await f.customer('branch')
  await f.addDevices(id, 30)
  expect(await f.usageOf(admin, 'devices')).toMatchObject({ used: 30, remaining: 0, level: 'full' })
  await expect(f.addDevices(id, 1)).rejects.toMatchObject({ code: 'NW001', message: 'licence.exceeded' })
  const issued = await issue(f.t.operator, id, 2)
  await f.addDevices(id, 2)
  await f.t.operator.call('POST /api/v1/licence/:licenceId/revoke', { licenceId: issued.data.id })
  expect(await f.usageOf(admin, 'devices')).toMatchObject({ used: 32, granted: 30, level: 'exceeded' })
  expect((await admin.call('GET /api/v1/licence/warnings')).data).toMatchObject({ exceeded: ['devices'] })
  const { rows } = await f.t.adminPool.query(`select count(*)::int as n from device where company_id = $1`, [
    id,
  ])
  expect(rows[0].n).toBe(32)
  // Replacing is net zero even then: released and taken in one transaction.
  const client = await f.t.adminPool.connect()
  try {
    await client.query('begin')
    await client.query(
      `update device set state = 'replaced' where id = (select min(id) from device where company_id = $1)`,
      [id],
    )
    await client.query(
      `insert into device (company_id, name, type, driver) values ($1, 'new', 'printer', 'none')`,
      [id],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  await expect(f.addDevices(id, 1)).rejects.toThrow('licence.exceeded')
  expect(await f.usageOf(admin, 'devices')).toMatchObject({ used: 32 })
})

/** One operation that takes from, adds to, or hands down a customer's quota. */
const act = fc.constantFrom('add', 'add', 'add', 'addAbove', 'remove', 'handDown', 'handDown', 'issue')

test('50 concurrent moves over child, parent and platform never exceed the grant, and the count equals the recount', async () => {
  // Enough connections that none of the 50 waits for a free one.
  const crowd = new pg.Pool({ ...f.t.admin, max: 50 })
  const insert = `insert into device (company_id, name, type, driver)
    select $1, 'd' || n, 'printer', 'none' from generate_series(1, $2::int) n`
  const remove = `delete from device where id in (
    select id from device where company_id = $1 order by id limit 1 for update skip locked)`
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ what: act, n: fc.integer({ min: 1, max: 4 }) }), {
          minLength: 50,
          maxLength: 50,
        }),
        async (acts) => {
          const msp = await f.customer('branch', undefined, 'middleman')
          const child = await f.customer('branch', msp.id)
          const pool = await issue(f.t.operator, msp.id, 10, { purpose: 'pool' })
          await Promise.all(Array.from({ length: 50 }, () => crowd.query('select pg_sleep(0.01)')))
          const outcomes = await Promise.allSettled(
            acts.map(async ({ what, n }) => {
              if (what === 'handDown')
                return (await issue(msp.admin, child.id, n, { poolId: pool.data.id })).code
              if (what === 'issue') return (await issue(f.t.operator, child.id, n)).code
              if (what === 'remove') return void (await crowd.query(remove, [child.id]))
              return void (await crowd.query(insert, [what === 'add' ? child.id : msp.id, n]))
            }),
          )
          const { rows } = await f.t.adminPool.query<
            Record<'used' | 'granted' | 'real' | 'licensed', number>
          >(
            `select e.used, e.granted, (select count(*)::int from device where company_id = e.company_id) as real,
               (select coalesce(sum(quantity), 0)::int from licence where company_id = e.company_id and purpose = 'use') as licensed
             from entitlement e where e.company_id = any ($1) and e.kind = 'devices' order by e.company_id`,
            [[msp.id, child.id]],
          )
          for (const { used, granted, real, licensed } of rows) {
            expect(used).toBe(real)
            expect(granted).toBe(30 + licensed)
            expect(used).toBeLessThanOrEqual(granted)
          }
          const handed = await f.t.adminPool.query<{ n: number }>('select pool_handed($1) as n', [
            pool.data.id,
          ])
          expect(handed.rows[0]!.n).toBeLessThanOrEqual(10)
          // Every refusal was for lack of quota; none was due to contention.
          const refused = outcomes.map((one) =>
            one.status === 'rejected' ? (one.reason as Error).message : (one.value ?? 0),
          )
          const known = [0, 'licence.exceeded', 'licence.pool_exhausted']
          expect(refused.filter((one) => !known.includes(one))).toEqual([])
        },
      ),
      { numRuns: 4 },
    )
  } finally {
    await crowd.end()
  }
})

test('after any additions and removals the counter equals the recount and does not exceed the grant', async () => {
  const { id } = await f.customer('branch')
  const step = fc.oneof(
    fc.record({ add: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ release: fc.integer({ min: 1, max: 15 }) }),
    fc.record({ erase: fc.integer({ min: 1, max: 10 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const one of steps) {
        if ('add' in one) await f.addDevices(id, one.add).catch(() => null)
        else if ('release' in one)
          await f.t.adminPool.query(
            `update device set state = 'released' where id in (
               select id from device where company_id = $1 and state = 'claimed' limit $2)`,
            [id, one.release],
          )
        else
          await f.t.adminPool.query(
            `delete from device where id in (select id from device where company_id = $1 limit $2)`,
            [id, one.erase],
          )
      }
      const { rows } = await f.t.adminPool.query<{ used: number; granted: number; real: number }>(
        `select used, granted, (select count(*)::int from device where company_id = $1 and state = 'claimed') as real
         from entitlement where company_id = $1 and kind = 'devices'`,
        [id],
      )
      expect(rows[0]!.used).toBe(rows[0]!.real)
      expect(rows[0]!.used).toBeLessThanOrEqual(rows[0]!.granted)
    }),
    { numRuns: 12 },
  )
})

async function importFile(admin: TestPerson, text: string) {
  const boundary = 'netward'
  return f.t.raw({
    method: 'POST',
    url: '/api/v1/licence/file/import',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'x-company-id': admin.companyId,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.lic"\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  })
}

const codeOf = async (id: string) =>
  (await f.t.adminPool.query<{ code: string }>('select code from company where id = $1', [id])).rows[0]!.code

test('a file of a trusted issuer applies, a later revision replaces it, an earlier one and a repeat are refused', async () => {
  const { id, admin } = await f.customer('branch')
  const company = await codeOf(id)
  const installation = (await admin.call('GET /api/v1/licence/issuers')).data.requestCode
  const file = (revision: number, quantity: number, key = otherPlatform) =>
    writeLicenceFile(
      {
        format: 'netward-licence-2',
        issuer: 'Elsewhere',
        key: publicKeyText(key),
        serial: 'NW-ELSEWHERE',
        revision,
        company,
        installation,
        grants: [{ kind: 'devices', quantity }],
        from: new Date(Date.now() - 1000).toISOString(),
        until: inDays(90),
        issuedAt: new Date().toISOString(),
      },
      key,
    )
  const first = file(1, 10)
  expect((await importFile(admin, first)).code).toBe(0)
  expect(await f.usageOf(admin, 'devices')).toMatchObject({ granted: 40 })
  expect((await importFile(admin, first)).code).toBe('licence.file_replayed')
  expect((await importFile(admin, file(3, 25))).code).toBe(0)
  expect((await importFile(admin, file(2, 500))).code).toBe('licence.file_replayed')
  expect(await f.usageOf(admin, 'devices')).toMatchObject({ granted: 55 })
  const { data } = await admin.call('POST /api/v1/licence/lists', {})
  expect(data.items.map(({ state, quantity }) => [state, quantity])).toEqual([
    ['valid', 25],
    ['revoked', 10],
  ])
  // Quotas set by a file change by file only: not even the platform edits them by hand.
  const revoked = await f.t.operator.call('POST /api/v1/licence/:licenceId/revoke', {
    licenceId: data.items[0]!.id,
  })
  expect(revoked.code).toBe('licence.move_not_allowed')
  const unknown = generateKeyPairSync('ed25519').privateKey
  expect((await importFile(admin, file(9, 1, unknown))).code).toBe('licence.file_other_issuer')
  expect((await importFile(admin, first.replace('"quantity": 10', '"quantity": 99'))).code).toBe(
    'licence.file_altered',
  )
})

test('only the platform signs; a serial number stays with its company, and its revision grows', async () => {
  const { id, admin } = await f.customer('branch')
  const companyCode = await codeOf(id)
  const installation = (await admin.call('GET /api/v1/licence/issuers')).data.requestCode
  const given = {
    companyCode,
    installation,
    grants: [{ kind: 'devices' as const, quantity: 5 }],
    endsAt: inDays(30),
  }
  const msp = await f.customer('basic', undefined, 'middleman')
  for (const person of [msp.admin, f.t.operator.actingIn(msp.id)])
    expect((await person.call('POST /api/v1/licence/file', given)).code).toBe('permission.denied')
  const { data: signed } = await f.t.operator.call('POST /api/v1/licence/file', given)
  expect(signed).toMatchObject({ revision: 1, fileName: `${companyCode}-${signed.serial}-1.lic` })
  const next = await f.t.operator.call('POST /api/v1/licence/file', { ...given, serial: signed.serial })
  expect(next.data.revision).toBe(2)
  const taken = await f.t.operator.call('POST /api/v1/licence/file', {
    ...given,
    serial: signed.serial,
    companyCode: 'another',
  })
  expect(taken.code).toBe('licence.serial_taken')
  // Its own key is trusted, and the newer file supersedes the older.
  expect((await importFile(admin, next.data.content)).code).toBe(0)
  expect((await importFile(admin, signed.content)).code).toBe('licence.file_replayed')
  // A clock that is behind already issued files is corrected first.
  await f.t.adminPool.query(
    `update installation set value = (now() + interval '1 day')::text where key = 'licence_clock'`,
  )
  const again = await f.t.operator.call('POST /api/v1/licence/file', { ...given, serial: signed.serial })
  expect((await importFile(admin, again.data.content)).code).toBe('licence.clock_behind')
  await f.t.adminPool.query(`update installation set value = now()::text where key = 'licence_clock'`)
})

/** The model's state of a licence: the rest is derived. */
interface Modelled {
  readonly id: string
  quantity: number
  permanent: boolean
  revoked: boolean
  changes: number
}

test('after any change of licences the grant is the package and the live ones, and each change has its row', async () => {
  const move = fc.record({
    what: fc.constantFrom('issue', 'resize', 'renew', 'revoke'),
    which: fc.nat({ max: 3 }),
    quantity: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 9 }), async (moves) => {
      const { id, admin } = await f.customer('branch')
      const held: Modelled[] = []
      const outcomes: [answered: unknown, expected: unknown][] = []
      for (const { what, which, quantity } of moves) {
        const licence = held[which]
        if (what === 'issue') {
          const { data } = await issue(f.t.operator, id, quantity)
          held.push({ id: data.id, quantity, permanent: true, revoked: false, changes: 1 })
        } else if (licence !== undefined) {
          const to = {
            quantity: what === 'resize' ? quantity : licence.quantity,
            permanent: what === 'renew' ? !licence.permanent : licence.permanent,
          }
          const moved =
            what === 'revoke' || to.quantity !== licence.quantity || to.permanent !== licence.permanent
          const { code } =
            what === 'revoke'
              ? await f.t.operator.call('POST /api/v1/licence/:licenceId/revoke', { licenceId: licence.id })
              : await f.t.operator.call('PUT /api/v1/licence/:licenceId', {
                  licenceId: licence.id,
                  quantity: to.quantity,
                  endsAt: to.permanent ? null : '2098-01-01T00:00:00Z',
                })
          outcomes.push([code, licence.revoked ? 'licence.move_not_allowed' : 0])
          if (licence.revoked || !moved) continue
          Object.assign(licence, what === 'revoke' ? { revoked: true } : to, { changes: licence.changes + 1 })
        }
      }
      for (const [answered, expected] of outcomes) expect(answered).toBe(expected)
      const live = held.filter(({ revoked }) => !revoked)
      const granted = 30 + live.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(await f.usageOf(admin, 'devices')).toMatchObject({ granted })
      const { data } = await admin.call('POST /api/v1/licence/lists', {})
      expect(new Map(data.items.map((one) => [one.id, one.state]))).toEqual(
        new Map(held.map((one) => [one.id, one.revoked ? 'revoked' : one.permanent ? 'permanent' : 'valid'])),
      )
      for (const { id: licenceId, changes } of held) {
        const history = await admin.call('GET /api/v1/licence/:licenceId/history', { licenceId })
        expect(history.data).toHaveLength(changes)
      }
    }),
    { numRuns: 6 },
  )
})
