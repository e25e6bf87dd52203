import { deviceCheckApi, diagnosticApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import { cancelCheck, getCheck, pageChecks, startCheck, startChecks } from './device-checks.service.ts'
import {
  diagnosticSeries,
  exportDiagnostics,
  getDiagnostic,
  pageDiagnostics,
} from './diagnostic-list.service.ts'
import {
  getDiagnosticBatch,
  pageBatchDiagnostics,
  pageDiagnosticBatches,
  startDiagnostics,
} from './diagnostic-batches.service.ts'
import {
  cancelDiagnostic,
  diagnosticInterfaces,
  diagnosticSupport,
  startDiagnostic,
} from './diagnostics.service.ts'
import type { RunDeps } from './run-start.ts'

export function diagnosticRoutes(app: App, deps: RunDeps): void {
  route(app, diagnosticApi.pageDiagnostics, (ctx, query) => pageDiagnostics(ctx, query))
  route(app, diagnosticApi.exportDiagnostics, (ctx, query) => exportDiagnostics(ctx, query))
  route(app, diagnosticApi.getDiagnostic, (ctx, input) => getDiagnostic(ctx, input))
  route(app, diagnosticApi.diagnosticSeries, (ctx, input) => diagnosticSeries(ctx, input))
  route(app, diagnosticApi.diagnosticSupport, (ctx, input) => diagnosticSupport(ctx, input))
  route(app, diagnosticApi.diagnosticInterfaces, (ctx, input) => diagnosticInterfaces(ctx, input))
  routeInSteps(app, diagnosticApi.startDiagnostic, (ctx, input) => startDiagnostic(ctx, deps, input))
  routeInSteps(app, diagnosticApi.startDiagnostics, (ctx, input) => startDiagnostics(ctx, deps, input))
  route(app, diagnosticApi.pageDiagnosticBatches, (ctx, query) => pageDiagnosticBatches(ctx, query))
  route(app, diagnosticApi.getDiagnosticBatch, (ctx, input) => getDiagnosticBatch(ctx, input))
  route(app, diagnosticApi.pageBatchDiagnostics, (ctx, query) => pageBatchDiagnostics(ctx, query))
  routeInSteps(app, diagnosticApi.cancelDiagnostic, (ctx, input) => cancelDiagnostic(ctx, input))
  routeInSteps(app, deviceCheckApi.startCheck, (ctx, input) => startCheck(ctx, input))
  routeInSteps(app, deviceCheckApi.startChecks, (ctx, input) => startChecks(ctx, input))
  routeInSteps(app, deviceCheckApi.cancelCheck, (ctx, input) => cancelCheck(ctx, input))
  route(app, deviceCheckApi.pageChecks, (ctx, input) => pageChecks(ctx, input))
  route(app, deviceCheckApi.getCheck, (ctx, input) => getCheck(ctx, input))
}
