import type { CompanyMove } from '@netward/contract/states/company'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { holdsAll } from '../../lib/permissions.ts'
import { useSession } from '../../lib/session.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DeleteDrawer } from './delete-drawer.tsx'
import { EndDrawer, isEndMove } from './end-drawer.tsx'
import { isReasonMove, ReasonDrawer } from './reason-drawer.tsx'
import { afterMoveReads, moveCodes, needsEnd, type Tenant, useRefusalOf } from './tenant.ts'
import { TenantDrawer } from './tenant-drawer.tsx'

/** Of two opposite actions, shows the one that applies. */
function shown(move: CompanyMove, tenant: Tenant): boolean {
  switch (move) {
    case 'freeze':
      return tenant.status !== 'frozen'
    case 'thaw':
      return tenant.status === 'frozen'
    case 'deactivate':
      return tenant.status !== 'deactivated'
    case 'reactivate':
      return tenant.status === 'deactivated'
    case 'convert':
      return tenant.standing !== 'formal'
    case 'delete':
      return tenant.deletionDueAt === null
    case 'cancelDeletion':
      return tenant.deletionDueAt !== null
    default:
      return true
  }
}

export interface MoveItem {
  readonly key: CompanyMove
  readonly label: string
  /** Why it is not possible; null if it is. */
  readonly why: string | null
  readonly danger: boolean
}

/** The state changes of a tenant: menu entries, drawers and confirmations. */
export function useTenantMoves() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const refusalOf = useRefusalOf()
  const held = useSession()?.permissions
  const [opened, setOpened] = useState<{ move: CompanyMove; tenant: Tenant } | null>(null)
  const thaw = useAct('POST /api/v1/auth/tenant/:companyId/thaw', { refresh: afterMoveReads })
  const cancel = useAct('DELETE /api/v1/auth/tenant/:companyId/deletion', { refresh: afterMoveReads })

  const itemsOf = (tenant: Tenant): MoveItem[] =>
    (Object.keys(moveCodes) as CompanyMove[])
      .filter((key) => held !== undefined && holdsAll(held, [moveCodes[key]]) && shown(key, tenant))
      .map((key) => {
        const refusal = refusalOf(key, tenant)
        return {
          key,
          label: t(`tenants.${key}`),
          why: refusal === null ? null : t(`tenants.refusal.${refusal}`),
          danger: key === 'delete' || key === 'deactivate' || key === 'freeze',
        }
      })

  const start = (move: CompanyMove, tenant: Tenant) => {
    const { id: companyId, name } = tenant
    const ask = (
      text: string,
      title: string,
      act: (input: { companyId: string }) => Promise<unknown>,
      done: 'thaw' | 'cancelDeletion',
    ) =>
      void confirm({
        title,
        text,
        action: t(`tenants.${done}`),
        danger: false,
        act: async () => {
          await act({ companyId })
          notify.success(t(`tenants.done.${done}`, { name }))
        },
      })
    if (needsEnd(move, tenant)) setOpened({ move, tenant })
    else if (move === 'thaw')
      ask(t('tenants.thawMeans'), t('tenants.thawTitle', { name }), thaw.mutateAsync, move)
    else if (move === 'cancelDeletion')
      ask(
        t('tenants.cancelDeletionMeans'),
        `${t('tenants.cancelDeletion')} · ${name}`,
        cancel.mutateAsync,
        move,
      )
    else setOpened({ move, tenant })
  }

  const close = () => setOpened(null)
  const [last, setLast] = useState<{ move: CompanyMove; tenant: Tenant } | null>(null)
  // A drawer keeps its content while it slides out.
  if (opened !== null && opened !== last) setLast(opened)
  const about = opened ?? last
  const open = opened !== null
  const drawers =
    about === null ? null : isReasonMove(about.move) && !needsEnd(about.move, about.tenant) ? (
      <ReasonDrawer move={about.move} tenant={about.tenant} open={open} onClose={close} />
    ) : isEndMove(about.move) ? (
      <EndDrawer move={about.move} tenant={about.tenant} open={open} onClose={close} />
    ) : about.move === 'delete' ? (
      <DeleteDrawer tenant={about.tenant} open={open} onClose={close} />
    ) : (
      <TenantDrawer tenant={about.tenant} open={open} onClose={close} />
    )
  return { itemsOf, start, drawers }
}
