/** Events of alarms that people can be notified of. */
export const noticeEvents = ['raised', 'cleared', 'severity_set', 'acknowledged', 'reminded'] as const
export type NoticeEvent = (typeof noticeEvents)[number]

export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why a delivery was not sent: cleared before it was sent, about an alarm whose raise the recipient did not get, or somebody
 * acknowledged it before it was escalated.
 */
export const dropReasons = ['over', 'unheard', 'acknowledged'] as const

/** What the carrier reported of an SMS. `unknown`: nothing within three days. */
export const receiptStates = ['awaited', 'delivered', 'refused', 'unknown'] as const
export type ReceiptState = (typeof receiptStates)[number]

/** Why another gateway took a message over: it failed, the carrier refused it, or no receipt came. */
export const fallbackReasons = ['failed', 'carrier', 'no_receipt'] as const
