import { personalApi, taskApi, workbenchApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { pageFailedCommands } from '../devices/index.ts'
import { personalItems, seeItem, starItem, visit } from './personal.service.ts'
import { exportDone, pageDone, pageTodo } from './tasks.service.ts'
import { workbench } from './workbench.service.ts'

export function workbenchRoutes(app: App): void {
  routes(app, workbenchApi, { workbench, failedCommands: pageFailedCommands })
  routes(app, personalApi, { personalItems, starItem, seeItem, visit })
  routes(app, taskApi, { pageTodo, pageDone, exportDone })
}
