import { openingApi } from '@netward/contract'
import type { App } from '../../../platform/http/route.ts'
import { routes } from '../../../platform/http/routes.ts'
import { importOpeningSites, previewOpeningSites } from './opening-file.service.ts'
import {
  addOpeningSites,
  getOpeningSite,
  openingOfOrder,
  pageOpeningSites,
  planOpeningSites,
  removeOpeningSites,
  setOpeningStep,
} from './opening-sites.service.ts'
import {
  addOpening,
  deleteOpening,
  editOpening,
  getOpening,
  makeOpeningOrders,
  pageOpenings,
} from './openings.service.ts'

export function openingRoutes(app: App): void {
  routes(
    app,
    openingApi,
    { pageOpenings, getOpening, addOpening, pageOpeningSites, getOpeningSite, openingOfOrder },
    {
      editOpening,
      deleteOpening,
      addOpeningSites,
      importOpeningSites: (ctx, input, file) => importOpeningSites(ctx, input, file),
      previewOpeningSites: (ctx, input, file) => previewOpeningSites(ctx, input, file),
      setOpeningStep,
      planOpeningSites,
      removeOpeningSites,
      makeOpeningOrders,
    },
  )
}
