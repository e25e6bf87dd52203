import type { InputOf, OutputOf, overviewApi, PermissionCode } from '@netward/contract'
import type { ConsoleProduct } from '@netward/contract/product-routes'
import { capped } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { countAllTypes } from '../devices/index.ts'
import { heldPermissions } from '../identity/index.ts'
import { partsOf, type ReadPart } from '../standing/index.ts'
import { overviewRepo } from './overview.repo.ts'

const devicesOf = { permission: 'DMS_SERVER_DEVICE_VIEW' } as const
const lines: { permission: PermissionCode; product: ConsoleProduct } = {
  permission: 'DMS_SERVER_LINE',
  product: 'link_testing',
}

export async function globalOverview(
  ctx: RequestContext,
): Promise<OutputOf<typeof overviewApi.globalOverview>> {
  const { part } = await partsOf(ctx)
  const customers = await overviewRepo.customerCount(ctx)
  const figures = await stripOf(ctx, part)
  const devices = await part(devicesOf, () => countAllTypes(ctx))
  const campaigns = await part({ permission: 'DMS_SERVER_DEVICE_OTA_VIEW' }, () =>
    overviewRepo.campaigns(ctx),
  )
  const licences = await part({ permission: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE' }, () =>
    overviewRepo.licences(ctx),
  )
  return {
    ...figures,
    ...(devices && { devices: presence(devices) }),
    customers,
    ...(campaigns && { campaigns }),
    ...(licences && { licences }),
  }
}

export async function pageCustomers(
  ctx: RequestContext,
  query: InputOf<typeof overviewApi.pageCustomers>,
): Promise<OutputOf<typeof overviewApi.pageCustomers>> {
  const held = new Set<string>(await heldPermissions(ctx))
  const { items, total } = await overviewRepo.customers(ctx, query, held.has('DMS_SERVER_WORK_ORDER'))
  return { items, ...capped(total) }
}

export async function networkOverview(
  ctx: RequestContext,
): Promise<OutputOf<typeof overviewApi.networkOverview>> {
  const { part } = await partsOf(ctx)
  const figures = await stripOf(ctx, part)
  const measured = await part(lines, () => overviewRepo.lines(ctx))
  const devices = await part(devicesOf, async () => ({
    ...(await countAllTypes(ctx)),
    configuration: await overviewRepo.configuration(ctx),
    changes: await overviewRepo.changes(ctx),
  }))
  return {
    ...figures,
    ...(measured && { lines: measured }),
    ...(devices && {
      devices: presence(devices),
      types: devices.types,
      configuration: devices.configuration,
      changes: devices.changes,
    }),
  }
}

async function stripOf(ctx: RequestContext, part: ReadPart) {
  const outlets = await part({ permission: 'DMS_SERVER_OUTLET_VIEW' }, () => overviewRepo.outlets(ctx))
  const alarms = await part({ permission: 'DMS_SERVER_ALARM' }, () => overviewRepo.alarms(ctx))
  const orders = await part({ permission: 'DMS_SERVER_WORK_ORDER', product: 'work_orders' }, () =>
    overviewRepo.orders(ctx),
  )
  return {
    asOf: new Date().toISOString(),
    ...(outlets && { outlets }),
    ...(alarms && { alarms }),
    ...(orders && { orders }),
  }
}

const presence = ({ online, overdue, offline, unknown }: Awaited<ReturnType<typeof countAllTypes>>) => ({
  online,
  overdue,
  offline,
  unknown,
})
