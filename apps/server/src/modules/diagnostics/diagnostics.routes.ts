import { diagnosticApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import {
  cancelDiagnostic,
  diagnosticSupport,
  pageDiagnostics,
  startDiagnostic,
} from './diagnostics.service.ts'

export function diagnosticRoutes(app: App): void {
  route(app, diagnosticApi.pageDiagnostics, (ctx, query) => pageDiagnostics(ctx, query))
  route(app, diagnosticApi.diagnosticSupport, (ctx, input) => diagnosticSupport(ctx, input))
  routeInSteps(app, diagnosticApi.startDiagnostic, (ctx, input) => startDiagnostic(ctx, input))
  routeInSteps(app, diagnosticApi.cancelDiagnostic, (ctx, input) => cancelDiagnostic(ctx, input))
}
