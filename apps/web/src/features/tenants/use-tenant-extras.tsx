import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { isAdminIdentity, useActing, useSession } from '../../lib/session.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { actIn } from '../../lib/act-in.ts'
import { MoveDrawer } from './move-drawer.tsx'
import { afterMoveReads, refusalOf, type Tenant } from './tenant.ts'
import { TenantDrawer } from './tenant-drawer.tsx'
import type { ExtraItem } from './tenant-menu.tsx'

/** Entries of a tenant's menu besides its state changes. */
export function useTenantExtras(): {
  itemsOf: (tenant: Tenant) => readonly ExtraItem[]
  drawers: ReactNode
} {
  const { t } = useTranslation()
  const mayCreate = useMay('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE')
  const mayMove = useMay('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_MOVE')
  const session = useSession()
  const mayAct = useActing() === null && isAdminIdentity(session?.identity ?? 4)
  const refresh = useRefreshReads()
  const [creating, setCreating] = useState<Tenant | null>(null)
  const [moving, setMoving] = useState<{ tenant: Tenant; open: boolean } | null>(null)

  const itemsOf = (tenant: Tenant): readonly ExtraItem[] => {
    const items: ExtraItem[] = []
    if (mayAct)
      items.push({
        key: 'actIn',
        label: t('tenants.actIn'),
        // Only the platform enters a deactivated one, read-only.
        why:
          tenant.status === 'deactivated' && session?.identity !== 1
            ? t('tenants.refusal.deactivated')
            : null,
        start: ({ id: companyId, name }) => actIn({ companyId, name }),
      })
    if (mayCreate && tenant.kind === 'middleman')
      items.push({
        key: 'createBelow',
        label: t('tenants.createBelow'),
        why: tenant.status === 'deactivated' ? t('tenants.refusal.deactivated') : null,
        start: setCreating,
      })
    if (mayMove)
      items.push({
        key: 'moveTo',
        label: t('tenants.moveTo'),
        why: refusalOf('edit', tenant) === null ? null : t('tenants.refusal.beingDeleted'),
        start: (chosen) => setMoving({ tenant: chosen, open: true }),
      })
    return items
  }

  const drawers = (
    <>
      {creating !== null && (
        <TenantDrawer
          tenant={null}
          parent={{ id: creating.id, name: creating.name }}
          open
          onClose={() => setCreating(null)}
        />
      )}
      <MoveDrawer
        company={moving?.tenant ?? null}
        open={moving?.open === true}
        onClose={() => setMoving((before) => before && { ...before, open: false })}
        onMoved={() => void refresh(...afterMoveReads)}
      />
    </>
  )
  return { itemsOf, drawers }
}
