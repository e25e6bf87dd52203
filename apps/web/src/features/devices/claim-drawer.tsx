import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletItem } from './outlet-item.tsx'
import type { PoolEntry } from './pool-columns.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'

interface Values {
  name: string
  outletId: string | undefined
}

const initialValues: Values = { name: '', outletId: undefined }
const shownAtMost = 8

/** Claims the chosen gateways, saying for whom and what the fifteen minutes mean. */
export function ClaimDrawer(props: {
  entries: readonly PoolEntry[]
  open: boolean
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { entries } = props
  const scope = useCompanyScope()
  const batch = useBatch()
  const claim = useAct('POST /api/v1/device/pool/claim', {
    errors: 'caller',
    refresh: ['POST /api/v1/device/pool/lists'],
  })
  const submit = async ({ name, outletId }: Values) => {
    const { accepted } = await batch(t('devices.pool.claim'), () =>
      claim.mutateAsync({
        poolIds: entries.map(({ id }) => id),
        ...(entries.length === 1 && name.trim() !== '' && { name: name.trim() }),
        ...(outletId !== undefined && { outletId }),
      }),
    )
    if (accepted > 0) notify.success(t('devices.pool.claimed', { count: accepted }))
    props.onDone()
  }
  return (
    <FormDrawer<Values>
      title={t('devices.pool.claimTitle', { count: entries.length })}
      open={props.open}
      onClose={props.onClose}
      initialValues={initialValues}
      submitText={t('devices.pool.claim')}
      savedText={false}
      onSubmit={submit}
    >
      <div className="claim-explained">
        <p className="device-plain">{t('devices.pool.claimText', { company: scope.companyName })}</p>
        <p className="device-plain">{t('devices.pool.claimTip')}</p>
        {scope.several && <p className="device-remark">{t('devices.set.actHint')}</p>}
      </div>
      <ul className="claim-list">
        {entries.slice(0, shownAtMost).map(({ id, serialNumber, oui, manufacturer }) => (
          <li key={id}>
            <span className="mono">{serialNumber}</span>
            <span className="device-quiet">
              {[manufacturer, oui].filter((part) => part !== '').join(' · ')}
            </span>
          </li>
        ))}
        {entries.length > shownAtMost && (
          <li className="device-quiet">{t('common.andMore', { count: entries.length - shownAtMost })}</li>
        )}
      </ul>
      {entries.length === 1 && (
        <Form.Item name="name" label={t('devices.pool.claimName')} extra={t('devices.pool.claimNameHint')}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      )}
      <OutletItem companyId={scope.companyId} open={props.open} />
    </FormDrawer>
  )
}
