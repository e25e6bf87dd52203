import { useTranslation } from 'react-i18next'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { notify } from '../../lib/notify.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LabelItems, noLabel } from '../../ui/label-items.tsx'
import { OutletItem } from './outlet-item.tsx'
import { TenantItem, useNamesTenant } from './tenant-item.tsx'
import { type ClaimValues, useClaimByLabel } from './use-claim-by-label.ts'

/** Claims a gateway by the data on its label. */
export function ClaimByLabelDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const scope = useCompanyScope()
  const namesTenant = useNamesTenant()
  const { refused, forget, claim } = useClaimByLabel()
  const close = () => {
    forget()
    onClose()
  }
  const submit = async (values: ClaimValues) => {
    const { asked } = await claim(values)
    notify.success(asked ? t('devices.pool.claimAsked', { count: 1 }) : t('devices.pool.byLabelDone'))
  }
  return (
    <FormDrawer<ClaimValues>
      title={t('devices.pool.byLabel')}
      open={open}
      onClose={close}
      initialValues={{ ...noLabel, companyId: undefined, outletId: undefined }}
      submitText={t('devices.pool.claim')}
      savedText={false}
      onSubmit={submit}
    >
      <div className="claim-explained">
        <p className="device-plain">{t('devices.pool.byLabelText')}</p>
        {!namesTenant && (
          <p className="device-plain">{t('devices.pool.forCompany', { company: scope.companyName })}</p>
        )}
        {refused && (
          <p className="device-remark device-remark-warn" role="alert">
            {t('devices.pool.refused')}
          </p>
        )}
      </div>
      {namesTenant && <TenantItem open={open} />}
      <LabelItems />
      <OutletItem open={open} />
    </FormDrawer>
  )
}
