/** Events of alarms that people can be notified of. */
export const noticeEvents = ['raised', 'cleared', 'severity_set', 'acknowledged', 'reminded'] as const
export type NoticeEvent = (typeof noticeEvents)[number]

/** What happens to orders, approvals, rotas, stock, engineers and reports that people and groups can be notified of. */
export const workEvents = [
  'order_created',
  'order_assigned',
  'order_refused',
  'order_due',
  'order_overdue',
  'order_carrier_late',
  'order_resolved',
  'order_reopened',
  'order_resumed',
  'approval_asked',
  'approval_decided',
  'handover',
  'swap',
  'part_short',
  'certificate',
  'shared_order',
  'report_issued',
] as const
export type WorkEvent = (typeof workEvents)[number]

export const routeEvents = [...noticeEvents, ...workEvents] as const
export type RouteEvent = (typeof routeEvents)[number]

/** A report concerns no person: rules of the company alone notify of it. */
const companyEvents: readonly RouteEvent[] = ['report_issued']
export const ownRouteEvents = routeEvents.filter((event) => !companyEvents.includes(event))

/** What the bell reports of work orders, approvals, rotas, spare parts and engineers. `refused` is of the first two. */
export const orderNotices = [
  'created',
  'assigned',
  'refused',
  'due',
  'resolved',
  'reopened',
  'resumed',
  'carrier_late',
] as const
export type OrderNotice = (typeof orderNotices)[number]
export const approvalNotices = ['asked', 'approved', 'refused'] as const
export type ApprovalNotice = (typeof approvalNotices)[number]
export const rotaNotices = [
  'handover_write',
  'handover_accept',
  'handover_write_late',
  'handover_accept_late',
  'swap_asked',
  'swap_accepted',
  'swap_declined',
] as const
export type RotaNotice = (typeof rotaNotices)[number]

export const partNotices = ['part_short'] as const
export type PartNotice = (typeof partNotices)[number]
export const engineerNotices = ['certificate_ending', 'certificate_ended'] as const
export type EngineerNotice = (typeof engineerNotices)[number]

/** Of orders of another company that a shared engineer carries out. */
export const assignmentNotices = ['shared_assigned', 'shared_withdrawn', 'shared_reopened'] as const
export type AssignmentNotice = (typeof assignmentNotices)[number]

export const reportNotices = ['report_issued'] as const
export type ReportNotice = (typeof reportNotices)[number]

/** Whose alarms a route covers: the company's own, those of all companies below it, or of chosen ones. */
export const coverages = ['own', 'below', 'chosen'] as const
export type Coverage = (typeof coverages)[number]

/** `unknown`: the process ended while it was sent, and the other side cannot recognise a repetition. */
export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'dropped', 'unknown'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why a delivery was not sent: cleared before it was sent, about an alarm whose raise the recipient did not get, somebody
 * acknowledged it before it was escalated, its recipient may no longer see the alarm, or is not linked to the application.
 */
export const dropReasons = ['over', 'unheard', 'acknowledged', 'unseen', 'unlinked'] as const

/** What the carrier reported of an SMS. `unknown`: nothing within three days. */
export const receiptStates = ['awaited', 'delivered', 'refused', 'unknown'] as const
export type ReceiptState = (typeof receiptStates)[number]

/** Why another gateway took a message over: it failed, the carrier refused it, or no receipt came. */
export const fallbackReasons = ['failed', 'carrier', 'no_receipt'] as const
