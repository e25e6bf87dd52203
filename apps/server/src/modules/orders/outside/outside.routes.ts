import { workLinkApi, workStickerApi } from '@netward/contract'
import { type App, publicRoute } from '../../../platform/http/route.ts'
import { routes } from '../../../platform/http/routes.ts'
import type { IdentityDeps } from '../../identity/index.ts'
import { openSticker, openWorkLink, rateOrder, reportFault, sendReportCode } from './reports.service.ts'
import { askRating, endOrderLinks } from './rating.service.ts'
import { endSticker, makeStickers, pageStickers } from './stickers.service.ts'

export function outsideRoutes(app: App, deps: IdentityDeps): void {
  publicRoute(app, workLinkApi.openSticker, (call, input) => openSticker(deps, call, input))
  publicRoute(app, workLinkApi.sendReportCode, (call, input) => sendReportCode(deps, call, input))
  publicRoute(app, workLinkApi.reportFault, (call, input) => reportFault(deps, call, input))
  publicRoute(app, workLinkApi.openWorkLink, (call, input) => openWorkLink(deps, call, input))
  publicRoute(app, workLinkApi.rateOrder, (call, input) => rateOrder(deps, call, input))
  routes(
    app,
    workStickerApi,
    {
      pageStickers: (ctx, input) => pageStickers(ctx, input, app.secrets),
      makeStickers: (ctx, input) => makeStickers(ctx, input, app.secrets),
      endSticker,
    },
    { askRating: (ctx, input) => askRating(ctx, input, app.secrets), endOrderLinks },
  )
}
