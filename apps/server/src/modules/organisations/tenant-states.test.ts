import {
  afterMove,
  type CompanyMove,
  companyMoves,
  type CompanySituation,
  deletionDays,
  endNeeded,
} from '@netward/contract/states/company'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepTenants, workTenants } from '../../../test/tenant-work.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'

let t: TestApp
let msp: { id: string; code: string }
let mspAdmin: TestPerson
let customer: { id: string; code: string }
let basic: string
let foreign: { id: string; code: string }

beforeAll(async () => {
  t = await createTestApp()
  msp = await t.company('middleman')
  mspAdmin = await t.person(msp.id, 'administrator')
  customer = await t.company('company', msp.id)
  foreign = await t.company('company')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `select id::text from package where code = 'basic'`,
  )
  basic = rows[0]!.id
  await t.adminPool.query('insert into package_allotment (company_id, package_id) values ($1, $2)', [
    msp.id,
    basic,
  ])
})
afterAll(() => t.stop())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const tenantOf = async (person: TestPerson, companyId: string) =>
  (await person.call('GET /api/v1/auth/tenant/:companyId', { companyId })).data

describe('the state machine', () => {
  const moves = ['freeze', 'thaw', 'deactivate', 'reactivate', 'convert', 'extend'] as const
  const inputOf = (move: (typeof moves)[number]) =>
    move === 'freeze' || move === 'deactivate' || move === 'reactivate'
      ? { reason: 'x' }
      : move === 'extend'
        ? { until: inDays(20) }
        : move === 'convert'
          ? { packageId: basic }
          : {}

  test('any sequence of moves does what the table says, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('trial', 'poc', 'formal'),
        fc.array(fc.constantFrom(...moves, 'time passes' as const), { maxLength: 10 }),
        async (standing, steps) => {
          const tenant = await t.company('company', msp.id)
          await t.adminPool.query('update company set standing = $2 where id = $1', [tenant.id, standing])
          let model: CompanySituation = {
            kind: 'company',
            status: 'active',
            frozenBecause: null,
            standing,
            hasEnd: standing === 'trial',
            trialSpent: false,
            isOver: false,
            hasChildren: false,
            deletion: 'none',
            stateIsAbove: false,
            deletionIsAbove: false,
          }
          const seen: unknown[] = []
          const wanted: unknown[] = []
          for (const step of steps) {
            if (step === 'time passes') {
              await t.adminPool.query(
                `update company set trial_ends_at = now() - interval '1 second' where id = $1 and standing = 'trial'`,
                [tenant.id],
              )
              await t.adminPool.query(
                `update company set contract_ends_at = now() - interval '1 second' where id = $1 and contract_ends_at is not null`,
                [tenant.id],
              )
              await t.scopes.asLoginRole('select freeze_ended_trials(1000)')
              const ends = model.hasEnd && model.status === 'active'
              model = {
                ...model,
                isOver: model.hasEnd,
                ...(ends && { status: 'frozen', frozenBecause: 'ended' }),
              }
            } else {
              const refusal = companyMoves[step](model)
              // An MSP extends a trial once: the platform as often as it likes.
              const caller = step === 'extend' ? t.operator : mspAdmin
              const { code } = await caller.call(`POST /api/v1/auth/tenant/:companyId/${step}`, {
                companyId: tenant.id,
                ...inputOf(step),
              })
              seen.push(code)
              const lacksEnd = refusal === null && endNeeded(step, model)
              wanted.push(lacksEnd ? 'company.end_needed' : refusal === null ? 0 : 'company.move_not_allowed')
              if (refusal === null && !lacksEnd) {
                model = { ...model, ...afterMove(step, model) }
                if (step === 'convert') model = { ...model, hasEnd: false, isOver: false }
                if (step === 'extend') model = { ...model, isOver: false }
              }
            }
            const there = await tenantOf(mspAdmin, tenant.id)
            seen.push([there.status, there.frozenBecause, there.standing])
            wanted.push([model.status, model.frozenBecause, model.standing])
          }
          expect(seen).toEqual(wanted)
        },
      ),
      { numRuns: 12, seed: 4 },
    )
  })

  test('nothing moves while a deletion counts down, but calling it back', () => {
    const counting: CompanySituation = {
      kind: 'company',
      status: 'deactivated',
      frozenBecause: null,
      standing: 'formal',
      hasEnd: false,
      trialSpent: false,
      isOver: false,
      hasChildren: false,
      deletion: 'counting',
      stateIsAbove: false,
      deletionIsAbove: false,
    }
    const allowed = (Object.keys(companyMoves) as CompanyMove[]).filter(
      (move) => companyMoves[move](counting) === null,
    )
    expect(allowed).toEqual(['edit', 'cancelDeletion'])
    expect(companyMoves.cancelDeletion({ ...counting, deletion: 'started' })).toBe('beingDeleted')
    expect(companyMoves.freeze({ ...counting, kind: 'op', deletion: 'none' })).toBe('platform')
  })
})

describe('deletion', () => {
  test('countdown, export, tombstones; people of other companies and the logs of those above stay', async () => {
    const tenant = await t.company('company', msp.id)
    const companyId = tenant.id
    const leaving = await t.person(companyId, 'administrator')
    const shared = await t.person(companyId, 'engineer')
    await t.adminPool.query(
      `insert into member (company_id, person_id, os_id, display_name)
       select $1, $2, n.id, 'Shared' from org_node n where n.company_id = $1 and n.parent_id is null`,
      [customer.id, shared.personId],
    )
    await t.adminPool.query(
      `insert into device (company_id, name, type, oui, product_class, serial_number) values ($1, 'held', 'smart_cpe', 'AABB02', 'X', 'HELD')`,
      [companyId],
    )
    const ask = (input: object = {}) =>
      mspAdmin.call('POST /api/v1/auth/tenant/:companyId/deletion', {
        companyId,
        reason: 'Closed',
        code: tenant.code,
        ...input,
      })
    expect((await ask()).code).toBe('company.move_not_allowed')
    await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/deactivate', { companyId, reason: 'Closed' })
    expect((await ask({ code: 'other' })).code).toBe('company.code_wrong')
    expect((await ask()).code).toBe('company.has_gateways')
    const asked = await ask({ abandonGateways: true })
    expect(Date.parse(asked.data.dueAt) - Date.now()).toBeGreaterThan((deletionDays - 0.1) * 86_400_000)
    expect(
      (await mspAdmin.call('POST /api/v1/auth/tenant/:companyId/reactivate', { companyId, reason: 'x' }))
        .code,
    ).toBe('company.move_not_allowed')
    // Cancelled, and started again.
    await mspAdmin.call('DELETE /api/v1/auth/tenant/:companyId/deletion', { companyId })
    expect((await tenantOf(mspAdmin, companyId)).deletion).toBeNull()
    await ask({ abandonGateways: true })
    await workTenants(t)
    const { deletion } = await tenantOf(mspAdmin, companyId)
    expect(deletion).toMatchObject({ exportState: 'done', started: false })
    // Nothing happens before it is due.
    await sweepTenants(t, 'company.delete')
    expect((await tenantOf(mspAdmin, companyId)).status).toBe('deactivated')
    await t.adminPool.query(`update company_deletion set due_at = now() where company_id = $1`, [companyId])
    // A worker that stopped half-way leaves a batch; the next one continues.
    await t.scopes.asLoginRole('select delete_company_portion($1, 1)', [companyId])
    expect((await mspAdmin.call('DELETE /api/v1/auth/tenant/:companyId/deletion', { companyId })).code).toBe(
      'company.move_not_allowed',
    )
    await sweepTenants(t, 'company.delete')
    await sweepTenants(t, 'company.delete')
    expect((await t.adminPool.query('select 1 from company where id = $1', [companyId])).rowCount).toBe(0)
    const people = await t.adminPool.query<{ id: string }>(
      'select id::text from person where id = any ($1)',
      [[leaving.personId, shared.personId]],
    )
    expect(people.rows).toEqual([{ id: shared.personId }])
    const kept = await t.adminPool.query<{ company_id: string }>(
      `select company_id::text from audit_log where action = 'company.deleted' and subject_id = $1`,
      [companyId],
    )
    expect(kept.rows.map((row) => row.company_id).toSorted()).toEqual(
      [msp.id, t.operator.companyId].toSorted(),
    )

    // No company may claim its gateway until the platform lifts that.
    const claim = () =>
      t.adminPool.query(
        `insert into device (company_id, name, type, oui, product_class, serial_number) values ($1, 'stolen', 'smart_cpe', 'AABB02', 'X', 'HELD')`,
        [foreign.id],
      )
    expect((await claim()).rowCount).toBe(0)
    expect((await mspAdmin.call('POST /api/v1/auth/tenant/tombstone/lists')).code).toBe('permission.denied')
    const tombstones = await t.operator.call('POST /api/v1/auth/tenant/tombstone/lists', { search: 'held' })
    expect(tombstones.data.items).toMatchObject([{ serialNumber: 'HELD', tenantCode: tenant.code }])
    await t.operator.call('DELETE /api/v1/auth/tenant/tombstone/:tombstoneId', {
      tombstoneId: tombstones.data.items[0]!.id,
    })
    expect((await claim()).rowCount).toBe(1)
  })
})
