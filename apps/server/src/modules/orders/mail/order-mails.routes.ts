import { orderMailApi } from '@netward/contract'
import type { App } from '../../../platform/http/route.ts'
import { routes } from '../../../platform/http/routes.ts'
import { acceptOrderMail, discardOrderMail, listOrderMails } from './order-mails.service.ts'

export function orderMailRoutes(app: App): void {
  routes(app, orderMailApi, { listOrderMails }, { acceptOrderMail, discardOrderMail })
}
