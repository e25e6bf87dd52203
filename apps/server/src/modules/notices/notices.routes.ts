import { dutyTestApi, noticeApi, noticeLinkApi } from '@netward/contract'
import { type App, publicRoute } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { callReportRoutes } from './call-reports.routes.ts'
import { acknowledgeByLink, openNoticeLink } from './notice-links.service.ts'
import { ownNotices, pageDeliveries, readNotices, unreadNotices } from './deliveries.service.ts'
import { confirmDutyTest, dutyTests } from './duty-tests.service.ts'
import {
  addNoticeRoute,
  deleteNoticeRoute,
  editNoticeRoute,
  noticeChoices,
  noticeCustomers,
  pageNoticeRoutes,
} from './notice-routes.service.ts'
import {
  addOwnNoticeRoute,
  deleteOwnNoticeRoute,
  editOwnNoticeRoute,
  ownNoticeRoutes,
} from './own-routes.service.ts'

export function noticeRoutes(app: App): void {
  publicRoute(app, noticeLinkApi.openNoticeLink, (call, input) => openNoticeLink(app.scopes, call, input))
  publicRoute(app, noticeLinkApi.acknowledgeByLink, (_call, input) => acknowledgeByLink(app.scopes, input))
  callReportRoutes(app)
  routes(app, dutyTestApi, { dutyTests, confirmDutyTest })
  routes(app, noticeApi, {
    pageNoticeRoutes,
    noticeChoices,
    noticeCustomers,
    addNoticeRoute,
    editNoticeRoute,
    deleteNoticeRoute,
    pageDeliveries,
    ownNotices,
    unreadNotices,
    readNotices,
    ownNoticeRoutes: (ctx) => ownNoticeRoutes(ctx),
    addOwnNoticeRoute,
    editOwnNoticeRoute,
    deleteOwnNoticeRoute,
  })
}
