import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { auditRoutes } from './audit.routes.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app) => auditRoutes(app))
})
afterAll(() => t.stop())

test('what an MSP does inside a customer stands in the log of both, with both names', async () => {
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const mspAdmin = await t.person(msp.id, 'administrator')
  const customerAdmin = await t.person(customer.id, 'administrator')
  await mspAdmin.actingIn(customer.id).call('POST /api/v1/auth/member', {
    userName: 'new.engineer',
    displayName: 'New engineer',
    password: 'Long-enough-7',
    role: 'engineer',
  })
  const theirs = await customerAdmin.call('POST /api/v1/auth/audit/lists', {})
  expect(theirs.data.items).toMatchObject([
    { action: 'member.created', actingForName: `Company ${msp.code}`, detail: { userName: 'new.engineer' } },
  ])
  const ours = await mspAdmin.call('POST /api/v1/auth/audit/lists', { action: 'member.created' })
  expect(ours.data.items).toMatchObject([
    { action: 'member.created', actingForName: `Company ${customer.code}` },
  ])
  expect(theirs.data.items[0]?.actorName).toBe(ours.data.items[0]?.actorName)
})

test('pages run from the newest to the oldest, and tell how many there are', async () => {
  const company = await t.company('company')
  const admin = await t.person(company.id, 'administrator')
  await t.adminPool.query(
    `insert into audit_log (company_id, action) select $1, 'act.' || n from generate_series(1, 25) n`,
    [company.id],
  )
  const page = await admin.call('POST /api/v1/auth/audit/lists', { page: 3, pageSize: 10 })
  expect(page.data).toMatchObject({ total: 25, totalCapped: false })
  expect(page.data.items.map(({ action }) => action)).toEqual(['act.5', 'act.4', 'act.3', 'act.2', 'act.1'])
})

test('a company list holds what is below and nothing else', async () => {
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const stranger = await t.company('company')
  const admin = await t.person(msp.id, 'administrator')
  const found = await admin.call('POST /api/v1/auth/company/lists', {})
  expect(found.data.items.map(({ id }) => id).toSorted()).toEqual([msp.id, customer.id].toSorted())
  const searched = await admin.call('POST /api/v1/auth/company/lists', { search: stranger.code })
  expect(searched.data).toEqual({ items: [], total: 0, totalCapped: false })
})
