import { paths } from '../lib/paths.ts'
import type { RouteEntry } from './route-entry.ts'

export const orderRoutes: readonly RouteEntry[] = [
  {
    path: '/workOrder',
    permission: 'DMS_SERVER_WORK_ORDER',
    mode: 'both',
    title: 'shell.titles.workOrder',
    layout: 'console',
    icon: 'workOrder',
    redirect: paths.orders,
  },
  {
    path: paths.orders,
    permission: 'DMS_SERVER_WORK_ORDER',
    mode: 'both',
    title: 'shell.titles.orders',
    layout: 'console',
    icon: 'orders',
    parent: '/workOrder',
    screen: async () => (await import('../features/orders/order-list.tsx')).OrderList,
  },
  {
    path: `${paths.orders}/$orderId`,
    permission: 'DMS_SERVER_WORK_ORDER',
    mode: 'both',
    title: 'shell.titles.order',
    layout: 'console',
    hidden: true,
    parent: paths.orders,
    screen: async () => (await import('../features/orders/order-detail.tsx')).OrderDetail,
  },
  {
    path: paths.orderBoard,
    permission: 'DMS_SERVER_WORK_ORDER',
    mode: 'both',
    title: 'shell.titles.orderBoard',
    layout: 'console',
    icon: 'orderBoard',
    parent: '/workOrder',
    screen: async () => (await import('../features/orders/order-board.tsx')).OrderBoard,
  },
  {
    path: paths.serviceAgreements,
    permission: 'DMS_SERVER_WORK_ORDER',
    mode: 'both',
    title: 'shell.titles.serviceAgreements',
    layout: 'console',
    icon: 'serviceAgreements',
    parent: '/workOrder',
    screen: async () => (await import('../features/orders/agreement-list.tsx')).AgreementList,
  },
]
