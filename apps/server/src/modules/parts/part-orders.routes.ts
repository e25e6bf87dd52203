import { partOrderApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { freeParts, partsOfOrder, reserveParts, setPartUsed } from './part-orders.service.ts'
import {
  replaceOrderDevice,
  brokenOfOrder,
  replacementsOfOrder,
  returnBroken,
} from './part-replacements.service.ts'

export function partOrderRoutes(app: App): void {
  routes(
    app,
    partOrderApi,
    { partsOfOrder, reserveParts, setPartUsed, freeParts, brokenOfOrder, replacementsOfOrder, returnBroken },
    { replaceOrderDevice },
  )
}
