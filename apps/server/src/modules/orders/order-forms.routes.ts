import { orderFieldApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  addOrderField,
  archiveOrderField,
  editOrderField,
  listOrderFields,
  moveOrderField,
} from './fields/order-fields.service.ts'

export function orderFormRoutes(app: App): void {
  routes(app, orderFieldApi, {
    listOrderFields,
    addOrderField,
    editOrderField,
    archiveOrderField,
    moveOrderField,
  })
}
