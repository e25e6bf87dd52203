import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outboxOf } from '../../../test/outbox.ts'
import { sweepTenants, workTenants } from '../../../test/tenant-work.ts'
import type { App } from '../../platform/http/route.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'

let t: TestApp
let http: App['http']
let msp: { id: string; code: string }
let mspAdmin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    http = app.http
  })
  msp = await t.company('middleman')
  mspAdmin = await t.person(msp.id, 'administrator')
})
afterAll(() => t.stop())

/** Deactivated, with its deletion countdown running. */
async function leaving(companyId: string, code: string): Promise<void> {
  await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/deactivate', { companyId, reason: 'Closed' })
  const asked = await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/deletion', {
    companyId,
    reason: 'Closed',
    code,
    abandonGateways: true,
  })
  expect(asked.code).toBe(0)
}

const download = (person: TestPerson, companyId: string) =>
  http.inject({
    method: 'POST',
    url: `/api/v1/auth/tenant/${companyId}/deletion/export`,
    headers: { authorization: `Bearer ${person.token}` },
    payload: {},
  })

async function verified(personId: string, email: string, phone: string | null = null): Promise<void> {
  await t.adminPool.query(
    `update person set email = $2, email_verified_at = now(), phone = $3,
       phone_verified_at = case when $3::text is not null then now() end where id = $1`,
    [personId, email, phone],
  )
}

async function join(companyId: string, personId: string): Promise<void> {
  await t.adminPool.query(
    `insert into member (company_id, person_id, os_id, display_name)
     select $1, $2, n.id, 'Shared' from org_node n where n.company_id = $1 and n.parent_id is null`,
    [companyId, personId],
  )
}

describe('the export', () => {
  test('is one ZIP with a readme in the language of the tenant, and contacts as the MSP sees them', async () => {
    const tenant = await t.company('company', msp.id)
    await t.adminPool.query(`update company set language = 'en' where id = $1`, [tenant.id])
    const member = await t.person(tenant.id, 'administrator')
    await verified(member.personId, 'secret.address@example.test', '13912345678')
    await t.adminPool.query(
      `insert into device (company_id, name, type, oui, product_class, serial_number)
       select $1, '=cmd()', 'smart_cpe', 'AABB09', 'X', 'EXP-' || n from generate_series(1, 1200) n`,
      [tenant.id],
    )
    await leaving(tenant.id, tenant.code)
    expect((await download(mspAdmin, tenant.id)).json()).toMatchObject({ code: 'company.export_not_ready' })
    await workTenants(t)
    const answer = await download(mspAdmin, tenant.id)
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = unzipSync(answer.rawPayload)
    const text = (name: string) => strFromU8(files[name]!)
    expect(text('README.txt')).toContain(`Data of Company ${tenant.code}`)
    const manifest = JSON.parse(text('manifest.json')) as {
      files: { file: string; rows: number; bytes: number }[]
    }
    expect(Object.keys(files).toSorted()).toEqual(
      ['README.txt', 'manifest.json', ...manifest.files.map(({ file }) => file)].toSorted(),
    )
    for (const { file, bytes } of manifest.files) expect(files[file]).toHaveLength(bytes)
    expect(manifest.files.find(({ file }) => file === 'device.csv')?.rows).toBe(1200)
    expect(text('device.csv')).toContain('EXP-1200')
    expect(text('device.csv')).toContain("'=cmd()")
    expect(text('member.csv')).toContain('user_name')
    expect(text('member.csv')).not.toContain('secret.address')
    expect(text('member.csv')).not.toContain('13912345678')
    expect(text('member.csv')).not.toContain('password')
  })

  test('a part that was stopped half-way is begun anew, and nothing of the first try stays', async () => {
    const tenant = await t.company('company', msp.id)
    await leaving(tenant.id, tenant.code)
    const begin = async () =>
      (
        await t.scopes.asLoginRole<{ id: string }>('select begin_export_part($1, $2, $3)::text as id', [
          tenant.id,
          'company',
          `${'a'.repeat(32)}.csv`,
        ])
      )[0]!.id
    const [first, second] = [await begin(), await begin()]
    const add = async (file: string) =>
      (
        await t.scopes.asLoginRole<{ added: boolean }>('select add_export_piece($1, $2, 0, $3) as added', [
          tenant.id,
          file,
          Buffer.from('half'),
        ])
      )[0]!.added
    expect(await add(first)).toBe(false)
    expect(await add(second)).toBe(true)
    await workTenants(t)
    const files = unzipSync((await download(mspAdmin, tenant.id)).rawPayload)
    expect(strFromU8(files['company.csv']!)).toContain(tenant.code)
  })

  test('of a tenant that says who enters is handed over by the platform alone', async () => {
    const tenant = await t.company('company', msp.id)
    await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [tenant.id])
    await leaving(tenant.id, tenant.code)
    await workTenants(t)
    const seen = await mspAdmin.call('GET /api/v1/auth/tenant/:companyId', { companyId: tenant.id })
    expect(seen.data.deletion?.mayDownload).toBe(false)
    expect((await download(mspAdmin, tenant.id)).json()).toMatchObject({ code: 'company.export_withheld' })
    expect((await download(t.operator, tenant.id)).headers['content-type']).toBe('application/zip')
  })

  test('nobody takes it whose the tenant is not, nor after the deletion was called back', async () => {
    const tenant = await t.company('company', msp.id)
    await leaving(tenant.id, tenant.code)
    await workTenants(t)
    const other = await t.person((await t.company('middleman')).id, 'administrator')
    expect((await download(other, tenant.id)).json()).toMatchObject({ code: 'company.not_found' })
    await mspAdmin.call('DELETE /api/v1/auth/tenant/:companyId/deletion', { companyId: tenant.id })
    expect((await download(mspAdmin, tenant.id)).json()).toMatchObject({ code: 'company.not_found' })
    const left = await t.adminPool.query('select 1 from file where company_id = $1', [tenant.id])
    expect(left.rowCount).toBe(0)
  })
})

describe('accounts that a deleted tenant made', () => {
  test('become their people’s own: no other tenant gets them, and each learns how to sign in', async () => {
    const tenant = await t.company('company', msp.id)
    const elsewhere = await t.company('company', msp.id)
    const elsewhereAdmin = await t.person(elsewhere.id, 'administrator')
    const shared = await t.person(tenant.id, 'engineer')
    await verified(shared.personId, 'shared@example.test')
    await join(elsewhere.id, shared.personId)
    // The other company has a user of the same name.
    const { rows: names } = await t.adminPool.query<{ user_name: string }>(
      'select user_name from person where id = $1',
      [shared.personId],
    )
    const userName = names[0]!.user_name
    await t.adminPool.query(
      `insert into person (home_company_id, user_name, display_name, password_hash) values ($1, $2, 'Namesake', 'x')`,
      [elsewhere.id, userName],
    )
    await leaving(tenant.id, tenant.code)
    await workTenants(t)
    await t.adminPool.query('update company_deletion set due_at = now() where company_id = $1', [tenant.id])
    await sweepTenants(t, 'company.delete')
    await workTenants(t)
    const { rows } = await t.adminPool.query<{ home: string | null; user_name: string }>(
      'select home_company_id::text as home, user_name from person where id = $1',
      [shared.personId],
    )
    expect(rows).toEqual([{ home: null, user_name: userName }])

    const message = (await outboxOf(t)).find(
      ({ to, text }) => to === 'shared@example.test' && /登录名/.test(text),
    )
    expect(message?.text).toContain(userName)
    // Signs in by address, in any case, and by no company's name.
    const whoIs = async (name: string, prefix = '') =>
      (
        await t.scopes.asLoginRole<{ person_id: string }>(
          'select person_id::text from find_sign_in($1, $2)',
          [name, prefix],
        )
      ).map((row) => row.person_id)
    expect(await whoIs('Shared@Example.test')).toEqual([shared.personId])
    for (const name of [userName, `${userName}@${tenant.code}`, `${userName}@${elsewhere.code}`])
      expect(await whoIs(name)).not.toContain(shared.personId)

    // The other company's administrator removes them from that company only.
    const members = await elsewhereAdmin.call('POST /api/v1/auth/member/lists', { search: 'Shared' })
    const member = members.data.items[0]!
    expect(member.userName).toBeNull()
    const removed = await elsewhereAdmin.call('DELETE /api/v1/auth/member/:memberId', {
      memberId: member.memberId,
    })
    expect(removed.code).toBe(0)
    const stays = await t.adminPool.query('select 1 from person where id = $1', [shared.personId])
    expect(stays.rowCount).toBe(1)
  })

  test('of people who are members nowhere else go with it', async () => {
    const tenant = await t.company('company', msp.id)
    const alone = await t.person(tenant.id, 'engineer')
    await leaving(tenant.id, tenant.code)
    await workTenants(t)
    await t.adminPool.query('update company_deletion set due_at = now() where company_id = $1', [tenant.id])
    await sweepTenants(t, 'company.delete')
    expect((await t.adminPool.query('select 1 from person where id = $1', [alone.personId])).rowCount).toBe(0)
  })
})
