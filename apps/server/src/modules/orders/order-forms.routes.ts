import { orderFieldApi, orderPlanApi, orderTemplateApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  addOrderField,
  archiveOrderField,
  editOrderField,
  listOrderFields,
  moveOrderField,
} from './fields/order-fields.service.ts'
import {
  addOrderPlan,
  deleteOrderPlan,
  editOrderPlan,
  getOrderPlan,
  orderDevices,
  pageOrderPlans,
  pauseOrderPlan,
  previewOrderPlan,
} from './plans/plans.service.ts'
import {
  addOrderTemplate,
  deleteOrderTemplate,
  editOrderTemplate,
  orderTemplateChoices,
  pageOrderTemplates,
} from './templates/templates.service.ts'

export function orderFormRoutes(app: App): void {
  routes(app, orderFieldApi, {
    listOrderFields,
    addOrderField,
    editOrderField,
    archiveOrderField,
    moveOrderField,
  })
  routes(app, orderTemplateApi, {
    pageOrderTemplates,
    orderTemplateChoices: (ctx) => orderTemplateChoices(ctx),
    addOrderTemplate,
    editOrderTemplate,
    deleteOrderTemplate,
  })
  routes(app, orderPlanApi, {
    pageOrderPlans,
    getOrderPlan,
    orderDevices,
    previewOrderPlan,
    addOrderPlan,
    editOrderPlan,
    pauseOrderPlan,
    deleteOrderPlan,
  })
}
