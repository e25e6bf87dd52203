import { advisoryApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  createAdvisory,
  deleteAdvisory,
  deviceAdvisories,
  editAdvisory,
  getAdvisory,
  pageAdvisories,
  pageAdvisoryCompanies,
  summariseAdvisories,
  tryAdvisory,
} from './advisories.service.ts'
import { exportAdvisories, importAdvisories, previewAdvisories } from './advisory-file.service.ts'

export function advisoryRoutes(app: App): void {
  routes(app, advisoryApi, {
    pageAdvisories,
    summariseAdvisories: (ctx) => summariseAdvisories(ctx),
    getAdvisory,
    createAdvisory,
    editAdvisory,
    deleteAdvisory,
    tryAdvisory,
    pageAdvisoryCompanies,
    deviceAdvisories,
    exportAdvisories,
    importAdvisories,
    previewAdvisories: (ctx, _input, file) => previewAdvisories(ctx, file),
  })
}
