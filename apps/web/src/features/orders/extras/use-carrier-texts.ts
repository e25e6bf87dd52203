import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { OrderDetail } from '../order.ts'

/** What the ISP said, as label and text. */
export function useCarrierTexts({
  isp,
  ispName,
  ticket,
  reportedAt,
  promisedAt,
  restoredAt,
  compensation,
  note,
}: NonNullable<OrderDetail['carrier']>): (readonly [string, string])[] {
  const { t } = useTranslation()
  const format = useFormat()
  const at = (moment: string | null) => (moment === null ? '—' : format.dateTime(moment))
  const isLate = promisedAt !== null && restoredAt !== null && Date.parse(restoredAt) > Date.parse(promisedAt)
  return [
    [t('orders.carrier.isp'), isp === 'other' && ispName !== '' ? ispName : t(`outlets.isps.${isp}`)],
    [t('orders.carrier.ticket'), ticket || '—'],
    [t('orders.carrier.reportedAt'), at(reportedAt)],
    [t('orders.carrier.promisedAt'), at(promisedAt)],
    [
      t('orders.carrier.restoredAt'),
      isLate ? `${at(restoredAt)} (${t('orders.carrier.late')})` : at(restoredAt),
    ],
    [t('orders.carrier.compensation'), compensation === null ? '—' : String(compensation)],
    ...(note === '' ? [] : [[t('orders.carrier.note'), note] as const]),
  ]
}
