import { deviceApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { rebootDevices, tagDevices } from './device-batch.service.ts'
import { deviceTags, editDevice, getDevice, pageDevices, summariseDevices } from './devices.service.ts'

/** What the device routes need beside the database. */
export interface DeviceDeps {
  readonly secrets: Secrets
}

export function deviceRoutes(app: App, _deps: DeviceDeps): void {
  route(app, deviceApi.pageDevices, (ctx, query) => pageDevices(ctx, query))
  route(app, deviceApi.summariseDevices, (ctx) => summariseDevices(ctx))
  route(app, deviceApi.deviceTags, (ctx, input) => deviceTags(ctx, input))
  route(app, deviceApi.getDevice, (ctx, input) => getDevice(ctx, input))
  route(app, deviceApi.editDevice, (ctx, input) => editDevice(ctx, input))
  routeInSteps(app, deviceApi.rebootDevices, (ctx, input) => rebootDevices(ctx, input))
  routeInSteps(app, deviceApi.tagDevices, (ctx, input) => tagDevices(ctx, input))
}
