import { workbenchApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import { pageFailedCommands } from '../devices/index.ts'
import { workbench } from './workbench.service.ts'

export function workbenchRoutes(app: App): void {
  route(app, workbenchApi.workbench, (ctx) => workbench(ctx))
  route(app, workbenchApi.failedCommands, (ctx, input) => pageFailedCommands(ctx, input))
}
