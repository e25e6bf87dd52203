import type { CompanyMove } from '@netward/contract/states/company'
import { Alert, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { dayIn, endOfDay } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ReasonField } from './reason-drawer.tsx'
import { PackageField } from './package-field.tsx'
import { afterMoveReads, latestTrialEnd, type Tenant } from './tenant.ts'

const endMoves = ['convert', 'extend', 'thaw', 'reactivate'] as const
export type EndMove = (typeof endMoves)[number]
export const isEndMove = (move: CompanyMove): move is EndMove => endMoves.some((one) => one === move)

interface Values {
  until: string
  packageId: string | undefined
  reason: string
}

/** Another end, or none, for one tenant. Unfreezing an expired one requires it too. */
export function EndDrawer(props: {
  move: EndMove
  tenant: Tenant | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const act = useEndMove()
  const { move, tenant } = props
  const name = tenant?.name ?? ''
  const latest = tenant === null || move === 'convert' ? null : latestTrialEnd(tenant)
  return (
    <FormDrawer<Values>
      title={t(`tenants.${move}Title`, { name })}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ until: move === 'extend' ? dayIn(15) : '', packageId: undefined, reason: '' }}
      submitText={t(`tenants.${move}`)}
      savedText={false}
      onSubmit={async (values) => {
        const until = latest ?? (values.until === '' ? '' : endOfDay(values.until))
        await act(move, tenant?.id ?? '', { ...values, until })
        notify.success(t(`tenants.done.${move}`, { name }))
      }}
    >
      <p>{t(`tenants.${move}Means`)}</p>
      {(move === 'thaw' || move === 'reactivate') && (
        <EndNotice text={t('tenants.endNeeded', { date: format.date(tenant?.expiresAt ?? null) })} />
      )}
      {move === 'convert' && <PackageField required withoutTrial enabled={props.open} />}
      {latest === null ? (
        <EndField needed={move !== 'convert'} />
      ) : (
        <p className="tenant-notice">
          {t('tenants.trialExtendedUntil', {
            days: tenant?.trialExtensionDays ?? 0,
            date: format.dateTime(latest),
          })}
        </p>
      )}
      {(move === 'extend' || move === 'reactivate') && <ReasonField required={move === 'reactivate'} />}
    </FormDrawer>
  )
}

/** Why another end is required. */
export function EndNotice({ text }: { text: string }) {
  return <Alert type="warning" showIcon title={text} className="tenant-notice" />
}

function useEndMove() {
  const options = { refresh: afterMoveReads, errors: 'caller' } as const
  const convert = useAct('POST /api/v1/auth/tenant/:companyId/convert', options)
  const extend = useAct('POST /api/v1/auth/tenant/:companyId/extend', options)
  const thaw = useAct('POST /api/v1/auth/tenant/:companyId/thaw', options)
  const reactivate = useAct('POST /api/v1/auth/tenant/:companyId/reactivate', options)
  return async (move: EndMove, companyId: string, { until, packageId, reason }: Values): Promise<void> => {
    switch (move) {
      case 'convert':
        await convert.mutateAsync({
          companyId,
          ...(packageId !== undefined && { packageId }),
          ...(until !== '' && { contractEndsAt: until }),
        })
        break
      case 'extend':
        await extend.mutateAsync({ companyId, until, reason })
        break
      case 'thaw':
        await thaw.mutateAsync({ companyId, until })
        break
      case 'reactivate':
        await reactivate.mutateAsync({ companyId, until, reason })
        break
    }
  }
}

export function EndField({ needed, name = 'until' }: { needed: boolean; name?: string }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name={name}
      label={t(needed ? 'tenants.until' : 'tenants.contractEndsAt')}
      {...(!needed && { extra: t('tenants.contractHint') })}
      rules={[
        ...(needed ? [{ required: true, message: t('tenants.untilEmpty') }] : []),
        {
          validator: (_rule, day?: string) =>
            day === undefined || day === '' || Date.parse(endOfDay(day)) > Date.now()
              ? Promise.resolve()
              : Promise.reject(new Error(t('tenants.untilPast'))),
        },
      ]}
    >
      <DateField min={dayIn(0)} />
    </Form.Item>
  )
}
