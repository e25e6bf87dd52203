import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { api } from '../../lib/api-client.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletItem } from './outlet-item.tsx'
import { TenantItem, useNamesTenant } from './tenant-item.tsx'
import type { PoolEntry } from './pool-columns.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'

interface Values {
  /** Of the platform alone. */
  companyId: string | undefined
  name: string
  outletId: string | undefined
}

const initialValues: Values = { companyId: undefined, name: '', outletId: undefined }
const shownAtMost = 8

/** Claims the chosen gateways; names the recipient and explains the fifteen minutes. */
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
  const namesTenant = useNamesTenant()
  const reread = useRefreshReads()
  const submit = async ({ companyId, name, outletId }: Values) => {
    let asked = 0
    const { accepted } = await batch(t('devices.pool.claim'), async () => {
      const outcome = await api(
        'POST /api/v1/device/pool/claim',
        {
          poolIds: entries.map(({ id }) => id),
          ...(entries.length === 1 && name.trim() !== '' && { name: name.trim() }),
          ...(outletId !== undefined && { outletId }),
        },
        { errors: 'caller', ...(companyId !== scope.companyId && { actingIn: companyId }) },
      )
      ;({ asked } = outcome)
      return outcome
    })
    void reread('POST /api/v1/device/pool/lists')
    if (accepted > asked) notify.success(t('devices.pool.claimed', { count: accepted - asked }))
    if (asked > 0) notify.success(t('devices.pool.claimAsked', { count: asked }))
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
        <p className="device-plain">
          {namesTenant
            ? t('devices.pool.claimTextTenant')
            : t('devices.pool.claimText', { company: scope.companyName })}
        </p>
        <p className="device-plain">{t('devices.pool.claimTip')}</p>
        {scope.several && !namesTenant && <p className="device-remark">{t('devices.set.actHint')}</p>}
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
      {namesTenant && <TenantItem open={props.open} />}
      {entries.length === 1 && (
        <Form.Item name="name" label={t('devices.pool.claimName')} extra={t('devices.pool.claimNameHint')}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      )}
      <OutletItem open={props.open} />
    </FormDrawer>
  )
}
