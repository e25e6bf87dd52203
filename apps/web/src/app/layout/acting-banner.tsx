import { SwapOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useActing } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { StopActing } from './tenant-select.tsx'

/** On every screen while the user acts in a tenant. */
export function ActingBanner() {
  const { t } = useTranslation()
  const acting = useActing()
  if (acting === null) return null
  return (
    <output className="acting-banner">
      <SwapOutlined aria-hidden="true" />
      <strong>{t('shell.actingIn', { company: acting.name })}</strong>
      <ActedStatus companyId={acting.companyId} name={acting.name} />
      <span>{t('shell.actingHint')}</span>
      <StopActing />
    </output>
  )
}

/** The tenant's state if not active: frozen, its queue waits; deactivated, it is read-only. */
function ActedStatus({ companyId, name }: { companyId: string; name: string }) {
  const { t } = useTranslation()
  const found = useApi('POST /api/v1/auth/company/tenant/all', { search: name }).data
  const status = found?.find((tenant) => tenant.companyId === companyId)?.status ?? 'active'
  if (status === 'active') return null
  return <StatusTag tone="warn">{t(`shell.companyStatus.${status}`)}</StatusTag>
}
