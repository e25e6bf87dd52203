import type { EndpointOutput } from '@netward/contract'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'

export const approvalsList = 'POST /api/v1/device/pool/approval/lists'
type Asked = EndpointOutput<typeof approvalsList>['items'][number]

const shown = { page: 1, pageSize: 100 } as const

/** Opens the claims of tenants that wait for an approval; absent without the permission, and while acting in a tenant. */
export function ApprovalsButton() {
  const may = useMay('DMS_SERVER_DEVICE_CLAIM_APPROVE')
  const { several } = useCompanyScope()
  return may && several ? <Approvals /> : null
}

function Approvals() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const count = useApi(approvalsList, shown).data?.total ?? 0
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {count === 0 ? t('devices.pool.approvals') : t('devices.pool.approvalsCount', { count })}
      </Button>
      <Drawer
        title={t('devices.pool.approvals')}
        open={open}
        onClose={() => setOpen(false)}
        size={640}
        className="form-drawer"
        destroyOnHidden
      >
        <p className="device-plain device-quiet place-hint">{t('devices.pool.approvalsHint')}</p>
        <AskedClaims />
      </Drawer>
    </>
  )
}

function AskedClaims() {
  const { t } = useTranslation()
  const asked = useApi(approvalsList, shown)
  const decide = useDecide()
  if (asked.error !== null && asked.data === undefined) {
    return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  }
  if (asked.data === undefined) return <LoadingState rows={5} />
  if (asked.data.items.length === 0) return <EmptyState title={t('devices.pool.approvalsNone')} />
  return (
    <ul className="claim-list">
      {asked.data.items.map((claim) => (
        <AskedClaim key={claim.id} claim={claim} onDecide={(approve) => decide(claim, approve)} />
      ))}
    </ul>
  )
}

function AskedClaim({ claim, onDecide }: { claim: Asked; onDecide: (approve: boolean) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { serialNumber, companyName, manufacturer, oui, modelName, remoteAddress, askedBy, askedAt } = claim
  return (
    <li className="conflict-row">
      <span>
        <CopyText text={serialNumber} /> {companyName}
        <small className="device-quiet">
          {[
            ...[manufacturer, oui, modelName, remoteAddress].filter((part) => part !== ''),
            t('devices.pool.approvalBy', { name: askedBy, time: format.dateTime(askedAt) }),
          ].join(' · ')}
        </small>
      </span>
      <span className="conflict-row-actions">
        <Button
          size="small"
          type="primary"
          aria-label={`${t('devices.pool.approve')} ${serialNumber}`}
          onClick={() => onDecide(true)}
        >
          {t('devices.pool.approve')}
        </Button>
        <Button
          size="small"
          danger
          aria-label={`${t('devices.pool.reject')} ${serialNumber}`}
          onClick={() => onDecide(false)}
        >
          {t('devices.pool.reject')}
        </Button>
      </span>
    </li>
  )
}

function useDecide(): (claim: Asked, approve: boolean) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const decide = useAct('POST /api/v1/device/pool/:poolId/approval', {
    refresh: [approvalsList, 'POST /api/v1/device/pool/lists'],
  })
  return ({ id, serialNumber, companyName }, approve) => {
    const params = { serial: serialNumber, company: companyName }
    void confirm({
      title: approve ? t('devices.pool.approveTitle', params) : t('devices.pool.rejectTitle', params),
      text: approve ? t('devices.pool.approveText') : t('devices.pool.rejectText'),
      action: approve ? t('devices.pool.approve') : t('devices.pool.reject'),
      act: async () => {
        await decide.mutateAsync({ poolId: id, approve })
        notify.success(approve ? t('devices.pool.approved') : t('devices.pool.rejected'))
      },
    })
  }
}
