import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ReasonField } from './reason-drawer.tsx'
import { afterMoveReads, dayIn, endOfDay, type Tenant } from './tenant.ts'

export type EndMove = 'convert' | 'extend'

/** Another end, or none: for one tenant. */
export function EndDrawer(props: {
  move: EndMove
  tenant: Tenant | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { move, tenant } = props
  const name = tenant?.name ?? ''
  const options = { refresh: afterMoveReads, errors: 'caller' } as const
  const convert = useAct('POST /api/v1/auth/tenant/:companyId/convert', options)
  const extend = useAct('POST /api/v1/auth/tenant/:companyId/extend', options)
  return (
    <FormDrawer<{ day: string; reason: string }>
      title={t(`tenants.${move}Title`, { name })}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ day: move === 'extend' ? dayIn(15) : '', reason: '' }}
      submitText={t(`tenants.${move}`)}
      savedText={false}
      onSubmit={async ({ day, reason }) => {
        const companyId = tenant?.id ?? ''
        if (move === 'extend') await extend.mutateAsync({ companyId, until: endOfDay(day), reason })
        else await convert.mutateAsync({ companyId, ...(day !== '' && { contractEndsAt: endOfDay(day) }) })
        notify.success(t(`tenants.done.${move}`, { name }))
      }}
    >
      <p>{t(`tenants.${move}Means`)}</p>
      <EndField needed={move === 'extend'} />
      {move === 'extend' && <ReasonField required={false} />}
    </FormDrawer>
  )
}

export function EndField({ needed, name = 'day' }: { needed: boolean; name?: string }) {
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
      <Input type="date" min={dayIn(0)} />
    </Form.Item>
  )
}
