import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf, oneRing } from '../../../test/campaign-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, released, summary } = campaignsOf(() => f)

const create = 'POST /ota/api/v2/ota/programme'
const add = 'POST /ota/api/v2/ota/programme/:programmeId/tenants'
const tenants = 'POST /ota/api/v2/ota/programme/tenants/lists'

async function gateways(companyId: string, count: number, model: string): Promise<void> {
  await f.sql(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
     select $1::bigint, 'p' || n, 'smart_cpe', 'AABBCC', $3, $1::text || '-' || n, $3, '1.0', 'online'
     from generate_series(1, $2::int) n`,
    [companyId, count, model],
  )
}

/** An MSP with three tenants: one requires approval, one refuses access, one has no setting. */
async function estate(model: string) {
  const { id } = await f.t.company('middleman')
  const msp = await f.t.person(id, 'administrator')
  const [asks, never, open] = await Promise.all([1, 2, 3].map(() => f.t.company('company', id)))
  for (const [company, count] of [
    [asks!, 2],
    [never!, 3],
    [open!, 4],
  ] as const)
    await gateways(company.id, count, model)
  const own = await f.t.person(asks!.id, 'administrator')
  await own.call('PUT /ota/api/v2/ota/setting', { approval: true })
  await f.sql("insert into acting_consent (company_id, mode) values ($1, 'never')", [never!.id])
  const firmwareId = await released(msp, model, '2.0')
  return { msp, own, asks: asks!, never: never!, open: open!, firmwareId, companyId: id }
}

test('one plan is a campaign in each tenant: with its consent and its approval, and to each its own', async () => {
  const { msp, own, asks, never, open, firmwareId } = await estate('PM1')
  const dry = await msp.call('POST /ota/api/v2/ota/programme/dry-run', { firmwareId, filters: {} })
  expect(dry.data.items.map(({ companyId, fits, withoutHours }) => [companyId, fits, withoutHours])).toEqual([
    [open.id, 4, 4],
    [never.id, 3, 3],
    [asks.id, 2, 2],
  ])
  await f.sql("update device set software_version = '2.1' where company_id = $1", [never.id])
  const reaching = async (allowDowngrade: boolean) => {
    const asked = { firmwareId, filters: {}, allowDowngrade }
    return (await msp.call('POST /ota/api/v2/ota/programme/dry-run', asked)).data.items.length
  }
  expect([await reaching(false), await reaching(true)]).toEqual([2, 3])
  const made = await msp.call(create, { name: 'All tenants', firmwareId, filters: {}, ...oneRing })
  const { programmeId } = made.data
  const companyIds = [asks.id, never.id, open.id]
  expect((await msp.call(add, { programmeId, companyIds })).data).toEqual({ started: 2, refused: 1 })
  // Repeating the request creates nothing twice.
  expect((await msp.call(add, { programmeId, companyIds })).data).toEqual({ started: 0, refused: 1 })
  const { data } = await msp.call(tenants, { programmeId })
  const of = (id: string) => data.items.find(({ companyId }) => companyId === id)!
  expect(of(asks.id)).toMatchObject({ state: 'awaiting_approval', targets: 2 })
  expect(of(open.id)).toMatchObject({ state: 'scheduled', targets: 4, refusal: null })
  expect(of(never.id)).toMatchObject({ campaignId: null, refusal: 'acting.never' })
  const whole = await msp.call('GET /ota/api/v2/ota/programme/:programmeId', { programmeId })
  expect(whole.data).toMatchObject({ tenants: 3, refused: 1, targets: 6, verified: 0, ended: 0 })
  // A tenant sees its own campaign, but not the programme.
  expect((await own.call('POST /ota/api/v2/ota/lists', {})).data.total).toBe(1)
  expect((await own.call('POST /ota/api/v2/ota/programme/lists', {})).data.total).toBe(0)
  expect((await own.call('GET /ota/api/v2/ota/programme/:programmeId', { programmeId })).code).toBe(
    'programme.not_found',
  )
  expect((await own.call(create, { name: 'x', firmwareId, filters: {}, ...oneRing })).code).toBe(
    'programme.only_above',
  )
  const moved = await msp.call('POST /ota/api/v2/ota/programme/:programmeId/move', {
    programmeId,
    companyIds,
    move: 'cancel',
  })
  expect(moved.data).toEqual({ moved: 2 })
  await step()
  const ended = await msp.call('GET /ota/api/v2/ota/programme/:programmeId', { programmeId })
  expect(ended.data.ended).toBe(2)
  expect((await msp.call('POST /ota/api/v2/ota/programme/lists', { search: 'all ten' })).data.total).toBe(1)
  expect((await msp.call('DELETE /ota/api/v2/ota/programme/:programmeId', { programmeId })).code).toBe(0)
})

test('a campaign ends when its tenant moves; the new MSP gets no access to it', async () => {
  const { msp, open, firmwareId } = await estate('PM2')
  const { programmeId } = (await msp.call(create, { name: 'x', firmwareId, filters: {}, ...oneRing })).data
  const foreign = await f.t.company('company')
  await gateways(foreign.id, 1, 'PM2')
  const added = await msp.call(add, { programmeId, companyIds: [open.id, foreign.id] })
  // What is not visible does not exist.
  expect(added.data).toEqual({ started: 1, refused: 0 })
  await step()
  await step()
  const { campaignId } = (await msp.call(tenants, { programmeId })).data.items[0]!
  const [op] = await f.sql<{ id: string }>("select id from company where kind = 'op'")
  await f.sql('update company set parent_id = $2 where id = $1', [open.id, op!.id])
  await f.sql('delete from company_ancestor where company_id = $1 and ancestor_id <> $2', [open.id, op!.id])
  await step()
  await step()
  const tenant = await f.t.person(open.id, 'administrator')
  expect(await summary(tenant, campaignId!)).toMatchObject({ state: 'cancelled', stopReason: 'moved_away' })
  expect((await msp.call(tenants, { programmeId })).data.items[0]).toMatchObject({
    campaignId: null,
    state: null,
    refusal: null,
  })
})
