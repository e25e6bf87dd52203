import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/detail-page.tsx'
import type { TenantDetail } from './tenant.ts'
import { useTenantMenu } from './tenant-menu.tsx'
import { TenantTree } from './tenant-tree.tsx'
import { useTenantExtras } from './use-tenant-extras.tsx'

/** The companies below an MSP, at any depth. */
export function ChildrenTab({ tenant }: { tenant: TenantDetail }) {
  const { t } = useTranslation()
  const extras = useTenantExtras()
  const { button, menu } = useTenantMenu(extras.itemsOf)
  return (
    <Panel title={t('tenants.detail.children')}>
      <TenantTree parentId={tenant.id} actions={button} />
      {menu}
      {extras.drawers}
    </Panel>
  )
}
