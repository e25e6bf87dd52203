import type { EndpointInput } from '@netward/contract'
import { fieldWorkRoutes, orderRoutes } from '../src/modules/orders/index.ts'
import { partOrderRoutes, partRoutes, partStockRoutes } from '../src/modules/parts/index.ts'
import { sharingRoutes } from '../src/modules/sharing/index.ts'
import type { App } from '../src/platform/http/route.ts'
import { makeOrder, orderOf } from './orders.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'

type IssueInput = EndpointInput<'POST /api/v1/work/sharing/issued'>

/** With what keys share: orders and their engineers, and spare parts. */
export const createSharingApp = (more: (app: App) => void = () => {}): Promise<TestApp> =>
  createTestApp((app) => {
    sharingRoutes(app)
    orderRoutes(app)
    fieldWorkRoutes(app)
    partRoutes(app)
    partStockRoutes(app)
    partOrderRoutes(app)
    more(app)
  })

/** A company that shares, and one that uses what is shared. */
export interface TwoCompanies {
  readonly issuer: TestPerson
  readonly engineer: TestPerson
  readonly user: TestPerson
}

export async function twoCompanies(t: TestApp): Promise<TwoCompanies> {
  const [owner, other] = [await t.company('company'), await t.company('company')]
  return {
    issuer: await t.person(owner.id, 'administrator'),
    engineer: await t.person(owner.id, 'engineer'),
    user: await t.person(other.id, 'administrator'),
  }
}

export const issueKey = async (issuer: TestPerson, input: Partial<IssueInput> = {}) =>
  (
    await issuer.call('POST /api/v1/work/sharing/issued', {
      name: 'Partner',
      kind: 'engineers',
      fields: [],
      mode: 'use',
      onEnd: 'stop',
      days: 30,
      ...input,
    })
  ).data

export const redeem = (who: TestPerson, secret: string) =>
  who.call('POST /api/v1/work/sharing/redeemed', { secret })

/** The key is issued and redeemed. */
export async function share(
  { issuer, user }: Pick<TwoCompanies, 'issuer' | 'user'>,
  input: Partial<IssueInput> = {},
): Promise<{ keyId: string; redemptionId: string; secret: string }> {
  const { id: keyId, secret } = await issueKey(issuer, input)
  return { keyId, redemptionId: (await redeem(user, secret)).data.id, secret }
}

export const makeEngineer = (
  issuer: TestPerson,
  person: TestPerson,
  more: Partial<EndpointInput<'PUT /api/v1/work/dispatch/engineer/:personId'>> = {},
) =>
  issuer.call('PUT /api/v1/work/dispatch/engineer/:personId', {
    personId: person.personId,
    skills: ['wireless'],
    hours: '7x24',
    ...more,
  })

export const sharedEngineers = async (who: TestPerson, orderId: string) =>
  (await who.call('GET /api/v1/work/order/:orderId/shared/engineer', { orderId })).data

/** An order of the user's company, dispatched to the first shared engineer. */
export async function dispatched(user: TestPerson): Promise<string> {
  const orderId = await makeOrder(user, { title: 'No internet', category: 'wireless' })
  await dispatchTo(user, orderId)
  return orderId
}

export async function dispatchTo(user: TestPerson, orderId: string, ref?: string, redemption?: string) {
  const { version } = await orderOf(user, orderId)
  const [first] = await sharedEngineers(user, orderId)
  return user.call('POST /api/v1/work/order/:orderId/shared/engineer', {
    orderId,
    version,
    redemptionId: redemption ?? first?.redemptionId ?? '1',
    ref: ref ?? first?.ref ?? '0'.repeat(24),
  })
}

export const assignmentsOf = async (who: TestPerson) =>
  (await who.call('POST /api/v1/work/sharing/assignment/lists', {})).data.items

/** Moves the first assignment that the person sees. */
export async function moveAssignment(
  who: TestPerson,
  ...moves: readonly Omit<
    EndpointInput<'POST /api/v1/work/sharing/assignment/:assignmentId/move'>,
    'assignmentId'
  >[]
) {
  const [first] = await assignmentsOf(who)
  const act = (move: (typeof moves)[number]) =>
    who.call('POST /api/v1/work/sharing/assignment/:assignmentId/move', {
      assignmentId: first!.id,
      ...move,
    })
  for (const move of moves.slice(0, -1)) await act(move)
  return act(moves.at(-1)!)
}

/** A warehouse with ten cables and three switches. */
export async function stocked(owner: TestPerson) {
  const model = async (name: string, serialised: boolean) =>
    (await owner.call('POST /api/v1/work/part/model', { brand: 'Huawei', name, serialised })).data.id
  const [sw, cable] = [await model('S5735', true), await model('Cable', false)]
  const warehouseId = (
    await owner.call('POST /api/v1/work/part/warehouse', { name: 'Main', address: 'Harbour 1' })
  ).data.id
  await owner.call('POST /api/v1/work/part/receive', {
    warehouseId,
    modelId: sw,
    serials: ['S1', 'S2', 'S3'],
  })
  await owner.call('POST /api/v1/work/part/receive', { warehouseId, modelId: cable, quantity: 10 })
  return { warehouseId, sw, cable }
}

export const sharedStock = async (who: TestPerson) =>
  (await who.call('POST /api/v1/work/sharing/stock/lists', {})).data.items

/** Reserves of the shared line whose model is named. */
export async function reserveShared(who: TestPerson, orderId: string, model: string, quantity: number) {
  const line = (await sharedStock(who)).find((one) => one.model?.includes(model))
  return who.call('POST /api/v1/work/order/:orderId/shared/part', {
    orderId,
    redemptionId: line?.redemptionId ?? '1',
    ref: line?.ref ?? '0'.repeat(24),
    quantity,
  })
}

/** Available and reserved of each model, as the owner reads them. */
export const stockOf = async (owner: TestPerson) =>
  Object.fromEntries(
    (await owner.call('POST /api/v1/work/part/stock/lists', { sort: 'available' })).data.items.map(
      ({ modelName, onHand, reserved }) => [modelName, { onHand, reserved }],
    ),
  )
