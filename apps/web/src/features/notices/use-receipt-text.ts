import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { DeliveryRow } from './notice.ts'

type Receipt = Pick<
  DeliveryRow,
  'receipt' | 'receiptAt' | 'receiptCode' | 'byVoice' | 'trail' | 'throughName'
>

/** Codes of carriers and vendors, by what a person can do about them. */
const reasons = [
  [/BLACK|BLK|MBBLACK|REJECTD|REJECT|黑名单/i, 'blocked'],
  [/OFF|ABSENT|NOT_ON_SERVICE|MK:000[1-9]|MI:0013|停机|关机|EXPIRED/i, 'off'],
  [/NOT_EXIST|ILLEGAL|NUMBER|空号|UNKNOWN.?SUB/i, 'number'],
  [/KEYWORD|CONTENT|SIGN|敏感|签名/i, 'content'],
  [/LIMIT|FREQUEN|OVER|频率/i, 'limit'],
] as const

export function carrierReason(code: string): (typeof reasons)[number][1] | 'other' {
  return reasons.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
}

/** What the carrier reported of an SMS or a call, and which gateways it went through. */
export function useReceiptText(): (row: Receipt) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ receipt, receiptAt, receiptCode, byVoice, trail, throughName }) => [
    ...trail.map(({ why, name }) => t(`notices.fellBack.${why}`, { name })),
    ...(throughName === null ? [] : [t('notices.through', { name: throughName })]),
    ...(receipt !== null && byVoice
      ? [
          t(`notices.callReceipts.${receipt}`, {
            at: receiptAt === null ? '' : format.dateTime(receiptAt),
            code: receiptCode ?? '',
          }),
        ]
      : []),
    ...(receipt === null || byVoice
      ? []
      : [
          t(`notices.receipts.${receipt}`, {
            at: receiptAt === null ? '' : format.dateTime(receiptAt),
            reason: t(`notices.carrier.${carrierReason(receiptCode ?? '')}`, { code: receiptCode ?? '' }),
          }),
        ]),
  ]
}
