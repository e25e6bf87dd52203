import { useTranslation } from 'react-i18next'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LabelItems, noLabel } from './label-items.tsx'
import { OutletItem } from './outlet-item.tsx'
import { type ClaimValues, useClaimByLabel } from './use-claim-by-label.ts'

/** A claim by what the label says. */
export function ClaimByLabelDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const scope = useCompanyScope()
  const { refused, forget, claim } = useClaimByLabel()
  const close = () => {
    forget()
    onClose()
  }
  return (
    <FormDrawer<ClaimValues>
      title={t('devices.pool.byLabel')}
      open={open}
      onClose={close}
      initialValues={{ ...noLabel, outletId: undefined }}
      submitText={t('devices.pool.claim')}
      savedText={t('devices.pool.byLabelDone')}
      onSubmit={claim}
    >
      <div className="claim-explained">
        <p className="device-plain">{t('devices.pool.byLabelText')}</p>
        <p className="device-plain">{t('devices.pool.forCompany', { company: scope.companyName })}</p>
        {refused && (
          <p className="device-remark device-remark-warn" role="alert">
            {t('devices.pool.refused')}
          </p>
        )}
      </div>
      <LabelItems />
      <OutletItem companyId={scope.companyId} open={open} />
    </FormDrawer>
  )
}
