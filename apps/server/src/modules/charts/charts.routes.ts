import { chartApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { chartPanel, chartPanels, exportPanel } from './charts.service.ts'
import { printPage } from './print-page.service.ts'

export function chartRoutes(app: App): void {
  routes(app, chartApi, { chartPanels, chartPanel, exportPanel }, { printPage })
}
