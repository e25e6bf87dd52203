import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createSharingApp,
  issueKey,
  redeem,
  share,
  twoCompanies,
  type TwoCompanies,
} from '../../../test/sharing.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { auditRoutes } from '../audit/index.ts'
import { sharingSweep } from './index.ts'
import type { Narrowed } from './key.repo.ts'
import { widerField } from './wider-field.ts'

let t: TestApp
let two: TwoCompanies

beforeAll(async () => {
  t = await createSharingApp(auditRoutes)
})
afterAll(() => t.stop())
beforeEach(async () => {
  two = await twoCompanies(t)
})

const keys = async () => (await two.issuer.call('POST /api/v1/work/sharing/issued/lists', {})).data.items
const redeemed = async (who = two.user) =>
  (await who.call('POST /api/v1/work/sharing/redeemed/lists', {})).data.items
const revoke = (keyId: string, who = two.issuer) =>
  who.call('POST /api/v1/work/sharing/issued/:keyId/revoke', { keyId })

test('the secret of a key is answered once, stored as a hash, and in no log', async () => {
  const { id, secret } = await issueKey(two.issuer, { name: 'For B', mostUses: 3 })
  expect(secret).toMatch(/^nws_[\w-]{43}$/)
  expect(await keys()).toMatchObject([
    {
      id,
      name: 'For B',
      prefix: secret.slice(0, 8),
      state: 'active',
      uses: 0,
      mostUses: 3,
      forCompany: null,
    },
  ])
  await redeem(two.user, secret)
  const { rows } = await t.adminPool.query<{ found: boolean }>(
    `select bool_or(strpos(detail::text, $1) > 0) as found from audit_log`,
    [secret.slice(8)],
  )
  expect(rows[0]!.found).toBe(false)
  const detail = await two.issuer.call('GET /api/v1/work/sharing/issued/:keyId', { keyId: id })
  expect(detail.body).not.toContain(secret.slice(8))
  expect(detail.data.redeemers).toHaveLength(1)
})

test('the other company reads the terms and the rule, then redeems; again it is the same redemption', async () => {
  const { secret } = await issueKey(two.issuer, {
    fields: ['name', 'skills'],
    skills: ['wireless'],
    onEnd: 'finish',
  })
  const look = await two.user.call('POST /api/v1/work/sharing/look', { secret })
  expect(look.data).toMatchObject({
    kind: 'engineers',
    mode: 'use',
    onEnd: 'finish',
    fields: ['name', 'skills'],
  })
  expect(await redeemed()).toEqual([])
  const [first, second] = [await redeem(two.user, secret), await redeem(two.user, secret)]
  expect(first.data.id).toBe(second.data.id)
  expect((await keys())[0]).toMatchObject({ uses: 1 })
  expect(await redeemed()).toMatchObject([{ name: 'Partner', state: 'active', running: 0 }])
})

test('a wrong, expired, used up, revoked, foreign or own key gives one answer, which says nothing', async () => {
  const third = await t.company('company')
  const stranger = await t.person(third.id, 'administrator')
  const { rows } = await t.adminPool.query<{ code: string }>('select code from company where id = $1', [
    third.id,
  ])
  const [own, usedUp, revoked, expired, foreign] = [
    await issueKey(two.issuer),
    await issueKey(two.issuer, { mostUses: 1 }),
    await issueKey(two.issuer),
    await issueKey(two.issuer),
    await issueKey(two.issuer, { companyCode: rows[0]!.code }),
  ]
  await redeem(stranger, usedUp.secret)
  await revoke(revoked.id)
  await t.adminPool.query(`update sharing_key set expires_at = now() - interval '1 s' where id = $1`, [
    expired.id,
  ])
  const answers = [
    await redeem(two.user, `nws_${'x'.repeat(43)}`),
    await redeem(two.issuer, own.secret),
    await redeem(two.user, usedUp.secret),
    await redeem(two.user, revoked.secret),
    await redeem(two.user, expired.secret),
    await redeem(two.user, foreign.secret),
  ]
  expect(
    new Set(answers.map(({ status, code, message, data }) => JSON.stringify([status, code, message, data])))
      .size,
  ).toBe(1)
  expect(answers[0]!.code).toBe('sharing.not_valid')
  expect((await redeem(stranger, foreign.secret)).code).toBe(0)
})

test('ten wrong secrets within 15 minutes end the attempts of a company, also in parallel', async () => {
  const { secret } = await issueKey(two.issuer)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => redeem(two.user, `nws_${String(n).padStart(43, '0')}`)),
  )
  const codes = Map.groupBy(answers, ({ code }) => code)
  expect(codes.get('sharing.not_valid')?.length).toBe(10)
  expect(codes.get('request.too_many')?.length).toBe(20)
  expect((await redeem(two.user, secret)).code).toBe('request.too_many')
  await t.adminPool.query(`update sharing_failure set at = at - interval '16 minutes'`)
  expect((await redeem(two.user, secret)).code).toBe(0)
})

test('an issued key becomes narrower, never wider, also by a statement', async () => {
  const { id: keyId } = await issueKey(two.issuer, {
    fields: ['name', 'skills'],
    skills: ['wireless', 'power'],
    regions: ['华东'],
    mostUses: 5,
  })
  const { expiresAt } = (await keys())[0]!
  const base = {
    keyId,
    name: 'Partner',
    fields: ['name', 'skills'] as ('name' | 'skills' | 'phone')[],
    skills: ['wireless', 'power'] as ('wireless' | 'power' | 'gateway')[],
    regions: ['华东'],
    mode: 'use' as const,
    expiresAt,
    mostUses: 5 as number | null,
  }
  const edit = (more: Partial<typeof base>) =>
    two.issuer.call('PUT /api/v1/work/sharing/issued/:keyId', { ...base, ...more })
  const later = new Date(Date.parse(expiresAt) + 1000).toISOString()
  for (const wider of [
    { fields: ['name', 'phone'] },
    { skills: ['gateway'] },
    { skills: [] },
    { regions: ['华东', '华北'] },
    { regions: [] },
    { mostUses: null },
    { expiresAt: later },
  ] as Partial<typeof base>[])
    expect((await edit(wider)).code).toBe('sharing_key.wider')
  expect(
    (await edit({ fields: ['name'], skills: ['power'], regions: ['华东/上海'], mostUses: 2 })).code,
  ).toBe(0)
  const direct = (set: string) =>
    t.scopes.withCompany(two.issuer.companyId, ({ client }) =>
      client.query(`update sharing_key set ${set} where id = ${keyId}`),
    )
  await expect(direct(`fields = '{name,phone}'`)).rejects.toThrow('sharing_key.wider')
  await expect(direct(`regions = '{}'`)).rejects.toThrow('sharing_key.wider')
  for (const forbidden of [
    `for_company_id = null`,
    `uses = 0`,
    `kind = 'parts'`,
    `secret_hash = '\\x00'`,
    `ended_at = null`,
  ])
    await expect(direct(forbidden)).rejects.toThrow(/permission denied/)
})

test('what the server calls wider, the database refuses, and the other way round', async () => {
  const list = (all: readonly string[]) => fc.subarray([...all])
  const key = fc.record({
    fields: list(['name', 'phone', 'load']),
    skills: list(['wireless', 'power', 'gateway']),
    regions: list(['华东', '华东/上海', '华北']),
    mode: fc.constantFrom('read', 'use'),
    mostUses: fc.option(fc.integer({ min: 1, max: 3 })),
    days: fc.integer({ min: 1, max: 3 }),
  })
  const { id } = await issueKey(two.issuer)
  const narrowed = ({ days, ...one }: typeof key extends fc.Arbitrary<infer T> ? T : never) =>
    ({
      ...one,
      name: '',
      modelIds: [],
      expiresAt: new Date(Date.UTC(2099, 0, days)).toISOString(),
    }) as Narrowed
  const values = ({ fields, skills, regions, mode, mostUses, expiresAt }: Narrowed) =>
    [[...fields], [...skills], [...regions], mode, mostUses, expiresAt, id] as const
  const set = `update sharing_key set fields = $1, skills = $2, regions = $3, mode = $4, most_uses = $5, expires_at = $6 where id = $7`
  await fc.assert(
    fc.asyncProperty(key, key, async (before, after) => {
      const client = await t.adminPool.connect()
      try {
        await client.query('begin')
        await client.query('alter table sharing_key disable trigger sharing_key_narrowed')
        await client.query(set, [...values(narrowed(before))])
        await client.query('alter table sharing_key enable trigger sharing_key_narrowed')
        const refused = await client.query(set, [...values(narrowed(after))]).then(
          () => false,
          () => true,
        )
        expect(refused).toBe(widerField(narrowed(before), narrowed(after)) !== null)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }),
    { numRuns: 60 },
  )
})

test('both companies read what was done with a key, in its log and in the audit log', async () => {
  const { keyId, redemptionId } = await share(two)
  await revoke(keyId)
  const issued = await two.issuer.call('POST /api/v1/work/sharing/issued/:keyId/uses', { keyId })
  const used = await two.user.call('POST /api/v1/work/sharing/redeemed/:redemptionId/uses', { redemptionId })
  expect(issued.data.items.map(({ act }) => act)).toEqual(['revoke', 'redeem'])
  expect(used.data.items.map(({ act, byIssuer }) => [act, byIssuer])).toEqual([
    ['revoke', true],
    ['redeem', false],
  ])
  const { rows } = await t.adminPool.query<{ company: string; actions: string[] }>(
    `select company_id::text as company, array_agg(action order by id) as actions from audit_log
     where action like 'sharing%' and company_id in ($1, $2) group by company_id`,
    [two.issuer.companyId, two.user.companyId],
  )
  const actions = Object.fromEntries(rows.map((row) => [row.company, row.actions]))
  expect(actions[two.issuer.companyId]).toEqual(['sharing_key.issued', 'sharing.used', 'sharing_key.revoked'])
  expect(actions[two.user.companyId]).toEqual(['sharing.redeemed', 'sharing.used'])
})

test('a key ends by itself when its time is over, and when its company is deactivated', async () => {
  const [first, second] = [await share(two), await share(two)]
  await t.adminPool.query(`update sharing_key set expires_at = now() - interval '1 s' where id = $1`, [
    first.keyId,
  ])
  await sharingSweep.run({ scopes: t.scopes, signal: AbortSignal.timeout(20_000) } as Parameters<
    typeof sharingSweep.run
  >[0])
  await t.adminPool.query(`update company set status = 'deactivated' where id = $1`, [two.issuer.companyId])
  const states = Object.fromEntries((await redeemed()).map(({ id, state }) => [id, state]))
  expect(states).toEqual({ [first.redemptionId]: 'expired', [second.redemptionId]: 'revoked' })
})

test('who is below the company in rights reads no keys and issues none', async () => {
  const { keyId } = await share(two)
  expect((await two.engineer.call('POST /api/v1/work/sharing/issued/lists', {})).code).toBe(
    'permission.denied',
  )
  const manager = await t.person(two.issuer.companyId, 'management_layer')
  expect((await manager.call('POST /api/v1/work/sharing/issued/lists', {})).data.items).toHaveLength(1)
  expect((await revoke(keyId, manager)).code).toBe('permission.denied')
  expect((await revoke(keyId, two.user)).code).toBe('sharing_key.not_found')
})
