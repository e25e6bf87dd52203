import { deviceActivityApi, deviceApi, deviceParameterApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { cancelCommand, pageCommands, pageTimeline, restartProgress } from './commands.service.ts'
import {
  pageRestartBatches,
  placeDevices,
  rebootDevices,
  resetDevices,
  tagDevices,
} from './device-batch.service.ts'
import { exportDevices } from './device-export.service.ts'
import {
  deviceModels,
  deviceTags,
  editDevice,
  getDevice,
  pageDevices,
  summariseDevices,
} from './devices.service.ts'
import {
  addObject,
  deleteObject,
  queryMethods,
  queryTransfers,
  readAttributes,
  scheduleInform,
  setAttributes,
} from './object-commands.service.ts'
import { pageParameters, readParameters, setParameters } from './parameters.service.ts'

/** Dependencies of the device routes beyond the database. */
export interface DeviceDeps {
  readonly secrets: Secrets
}

export function deviceRoutes(app: App, { secrets }: DeviceDeps): void {
  route(app, deviceApi.pageDevices, (ctx, query) => pageDevices(ctx, query))
  route(app, deviceApi.exportDevices, (ctx, query) => exportDevices(ctx, query))
  route(app, deviceApi.summariseDevices, (ctx) => summariseDevices(ctx))
  route(app, deviceApi.deviceTags, (ctx, input) => deviceTags(ctx, input))
  route(app, deviceApi.deviceModels, (ctx, input) => deviceModels(ctx, input))
  route(app, deviceApi.getDevice, (ctx, input) => getDevice(ctx, input))
  routeInSteps(app, deviceApi.editDevice, (ctx, input) => editDevice(ctx, input))
  routeInSteps(app, deviceApi.rebootDevices, (ctx, input) => rebootDevices(ctx, input))
  routeInSteps(app, deviceApi.restartProgress, (ctx, input) => restartProgress(ctx, input))
  route(app, deviceApi.pageRestartBatches, (ctx, query) => pageRestartBatches(ctx, query))
  routeInSteps(app, deviceApi.resetDevices, (ctx, input) => resetDevices(ctx, input))
  routeInSteps(app, deviceApi.tagDevices, (ctx, input) => tagDevices(ctx, input))
  routeInSteps(app, deviceApi.placeDevices, (ctx, input) => placeDevices(ctx, input))
  route(app, deviceParameterApi.pageParameters, (ctx, input) => pageParameters(ctx, input))
  routeInSteps(app, deviceParameterApi.readParameters, (ctx, input) => readParameters(ctx, input))
  routeInSteps(app, deviceParameterApi.setParameters, (ctx, input) => setParameters(ctx, input, secrets))
  routeInSteps(app, deviceParameterApi.readAttributes, (ctx, input) => readAttributes(ctx, input))
  routeInSteps(app, deviceParameterApi.setAttributes, (ctx, input) => setAttributes(ctx, input))
  routeInSteps(app, deviceParameterApi.addObject, (ctx, input) => addObject(ctx, input))
  routeInSteps(app, deviceParameterApi.deleteObject, (ctx, input) => deleteObject(ctx, input))
  routeInSteps(app, deviceParameterApi.scheduleInform, (ctx, input) => scheduleInform(ctx, input))
  routeInSteps(app, deviceParameterApi.queryTransfers, (ctx, input) => queryTransfers(ctx, input))
  routeInSteps(app, deviceParameterApi.queryMethods, (ctx, input) => queryMethods(ctx, input))
  route(app, deviceActivityApi.pageCommands, (ctx, input) => pageCommands(ctx, input))
  routeInSteps(app, deviceActivityApi.cancelCommand, (ctx, input) => cancelCommand(ctx, input))
  route(app, deviceActivityApi.pageTimeline, (ctx, input) => pageTimeline(ctx, input))
}
