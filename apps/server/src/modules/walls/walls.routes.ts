import { type OutputOf, wallApi } from '@netward/contract'
import { type App, publicRoute, route, wallRoute } from '../../platform/http/route.ts'
import { SharedAnswers } from './shared-answers.ts'
import { openWall, wallPanel, wallScreen } from './wall-view.service.ts'
import { endWall, makeWall, pageWalls } from './walls.service.ts'

export function wallRoutes(app: App): void {
  const answers = new SharedAnswers<OutputOf<typeof wallApi.wallPanel>>()
  route(app, wallApi.pageWalls, (ctx, query) => pageWalls(ctx, query))
  route(app, wallApi.makeWall, (ctx, input) => makeWall(ctx, input))
  route(app, wallApi.endWall, (ctx, input) => endWall(ctx, input))
  publicRoute(app, wallApi.openWall, (call, input) => openWall(app.scopes, call, input))
  wallRoute(app, wallApi.wallScreen, (ctx) => wallScreen(ctx))
  wallRoute(app, wallApi.wallPanel, (ctx, input) => wallPanel(ctx, input, answers))
}
