import type { EndpointOutput } from '@netward/contract'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { Remark, Value } from './enrolment-value.tsx'

type Enrolment = EndpointOutput<'GET /api/v1/device/enrolment'>

/** Whether gateways enrol by themselves, and how many the platform admits. */
export function EnrolmentRules({ settings }: { settings: Enrolment }) {
  const { t } = useTranslation()
  const format = useFormat()
  const edit = useAct('PUT /api/v1/device/enrolment', { refresh: ['GET /api/v1/device/enrolment'] })
  const { limits, approveUnknown } = settings
  const change = (wanted: boolean) =>
    edit.mutateAsync({ approveUnknown: wanted }).then(
      () => notify.success(t('devices.set.approvalSaved')),
      () => undefined,
    )
  const reached = limits.thisHour >= limits.perHour || limits.lastDay >= limits.perDay
  const of = (used: number, most: number) => ({ used: format.number(used), most: format.number(most) })
  return (
    <section>
      <h2>{t('devices.set.approval')}</h2>
      <p className="device-plain device-quiet">
        {approveUnknown ? t('devices.set.approvalAutoHint') : t('devices.set.approvalByHandHint')}
      </p>
      <dl className="enrolment-values">
        <Value label={t('devices.set.approval')}>
          <span>{approveUnknown ? t('devices.set.approvalAuto') : t('devices.set.approvalByHand')}</span>
          <Switch
            aria-label={t('devices.set.approvalLabel')}
            checked={approveUnknown}
            loading={edit.isPending}
            onChange={(wanted) => void change(wanted)}
          />
        </Value>
        <Value label={t('devices.set.limit')}>
          <span>
            {[
              t('devices.set.limitHour', of(limits.thisHour, limits.perHour)),
              t('devices.set.limitDay', of(limits.lastDay, limits.perDay)),
              ...(limits.waiting > 0 ? [t('devices.set.limitWaiting', { count: limits.waiting })] : []),
            ].join(' · ')}
          </span>
        </Value>
      </dl>
      {reached && <Remark kind="warn">{t('devices.set.limitReached')}</Remark>}
    </section>
  )
}
