import { outletApi, lineApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { exportLines, importLines, previewLines } from './line-file.service.ts'
import { createLine, deleteLine, editLine, pageLines } from './lines.service.ts'
import { exportOutlets, importOutlets, previewOutlets } from './outlet-file.service.ts'
import {
  createOutlet,
  deleteOutlet,
  editOutlet,
  outletChoices,
  outletTimeline,
  pageOutletPeople,
  pageOutlets,
  readOutlet,
} from './outlets.service.ts'
import { outletRegions, outletValues } from './regions.service.ts'
import { outletWans } from './wans.service.ts'

export function outletRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  route(app, outletApi.pageOutlets, (ctx, query) => pageOutlets(ctx, query))
  route(app, outletApi.exportOutlets, (ctx, query) => exportOutlets(ctx, query))
  route(app, outletApi.outletChoices, (ctx, input) => outletChoices(ctx, input))
  route(app, outletApi.outletValues, (ctx, input) => outletValues(ctx, input))
  route(app, outletApi.outletRegions, (ctx, query) => outletRegions(ctx, query))
  route(app, outletApi.getOutlet, (ctx, input) => readOutlet(ctx, input))
  route(app, outletApi.createOutlet, (ctx, input) => createOutlet(ctx, input))
  routeInSteps(app, outletApi.editOutlet, (ctx, input) => editOutlet(ctx, input))
  routeInSteps(app, outletApi.deleteOutlet, (ctx, input) => deleteOutlet(ctx, input))
  route(app, outletApi.importOutlets, (ctx, input, file) => importOutlets(ctx, input, file))
  route(app, outletApi.previewOutlets, (ctx, _input, file) => previewOutlets(ctx, file))
  route(app, outletApi.pageOutletPeople, (ctx, input) => pageOutletPeople(ctx, input))
  route(app, outletApi.outletTimeline, (ctx, input) => outletTimeline(ctx, input))
  route(app, outletApi.outletWans, (ctx, input) => outletWans(ctx, input))
  route(app, lineApi.pageLines, (ctx, query) => pageLines(ctx, query))
  route(app, lineApi.exportLines, (ctx, query) => exportLines(ctx, query))
  routeInSteps(app, lineApi.createLine, (ctx, input) => createLine(ctx, input, secrets))
  routeInSteps(app, lineApi.editLine, (ctx, input) => editLine(ctx, input, secrets))
  routeInSteps(app, lineApi.deleteLine, (ctx, input) => deleteLine(ctx, input))
  route(app, lineApi.importLines, (ctx, input, file) => importLines(ctx, input, file, secrets))
  route(app, lineApi.previewLines, (ctx, _input, file) => previewLines(ctx, file, secrets))
}
