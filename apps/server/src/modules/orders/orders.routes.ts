import {
  orderActApi,
  orderAllowanceApi,
  orderCarrierApi,
  orderViewApi,
  serviceAgreementApi,
  workOrderApi,
} from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { orderActs } from './acts/acts.service.ts'
import {
  addAgreement,
  agreeAgreement,
  deleteAgreement,
  editAgreement,
  pageAgreements,
} from './agreements.service.ts'
import { getOrderAllowance } from './allowance/allowance.service.ts'
import { askOrderApproval } from './approval/order-approval.ts'
import { setOrderCarrier } from './extras/carrier.service.ts'
import { importOrders, previewImportedOrders } from './import/order-file.service.ts'
import { exportOrders } from './order-export.ts'
import { moveOrders } from './order-batch.service.ts'
import { deleteOrderView, listOrderViews, saveOrderView } from './order-views.service.ts'
import { tickOrderCheck } from './templates/checks.service.ts'
import {
  createOrder,
  editOrder,
  moveOrder,
  noteOrder,
  relateOrders,
  setOrderDue,
  watchOrder,
} from './order-acts.service.ts'
import { boardOrders, countOrders, getOrder, orderAssignees, pageOrders } from './orders.service.ts'

export function orderRoutes(app: App): void {
  routes(
    app,
    workOrderApi,
    {
      pageOrders,
      exportOrders,
      importOrders: (ctx, input, file) => importOrders(ctx, input, file),
      previewImportedOrders: (ctx, input, file) => previewImportedOrders(ctx, input, file),
      boardOrders,
      getOrder,
      countOrders: (ctx) => countOrders(ctx),
    },
    {
      createOrder,
      editOrder,
      moveOrder,
      moveOrders,
      askOrderApproval,
      noteOrder,
      setOrderDue,
      tickOrderCheck,
      watchOrder,
      relateOrders,
      orderAssignees,
    },
  )
  routes(app, orderActApi, { orderActs })
  routes(app, orderAllowanceApi, {}, { getOrderAllowance })
  routes(app, orderCarrierApi, {}, { setOrderCarrier })
  routes(app, orderViewApi, { listOrderViews: (ctx) => listOrderViews(ctx), saveOrderView, deleteOrderView })
  routes(app, serviceAgreementApi, {
    pageAgreements,
    addAgreement,
    editAgreement,
    agreeAgreement,
    deleteAgreement,
  })
}
