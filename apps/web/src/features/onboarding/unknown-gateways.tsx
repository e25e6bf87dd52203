import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { refreshReads, useApi } from '../../lib/use-api.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { api } from '../../lib/api-client.ts'
import { approvalsList, ApprovalsButton } from './claim-approvals.tsx'
import { ClaimDrawer } from './claim-drawer.tsx'
import { ClaimByLabelDrawer } from './claim-by-label-drawer.tsx'
import { EnrolmentButton } from './enrolment-button.tsx'
import { claimable, type PoolEntry, usePoolColumns } from './pool-columns.tsx'
import { useThrottled } from '../../lib/use-throttled.ts'
import '../../ui/devices.css'

const list = 'POST /api/v1/device/pool/lists'

const nothing = () => undefined

export function UnknownGateways() {
  return useMay('DMS_SERVER_DEVICE_CLAIM') ? <Pool /> : <NoPermissionState />
}

function Pool() {
  const { t } = useTranslation()
  const columns = usePoolColumns()
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('devices.searchLabel'),
        placeholder: t('devices.pool.search'),
      },
    ],
    [t],
  )
  const [claiming, setClaiming] = useState<Selection<PoolEntry> | null>(null)
  const [byLabel, setByLabel] = useState(false)
  useLivePool()
  const batchActions = useCallback(
    (selection: Selection<PoolEntry>) => (
      <Button
        type="primary"
        disabled={!selection.rows.some(claimable)}
        onClick={() => setClaiming({ ...selection, rows: selection.rows.filter(claimable) })}
      >
        {t('devices.pool.claim')}
      </Button>
    ),
    [t],
  )
  const rowActions = useCallback(
    (row: PoolEntry) =>
      claimable(row) ? (
        <Button
          type="link"
          size="small"
          aria-label={`${t('devices.pool.claim')} ${row.serialNumber}`}
          onClick={() => setClaiming({ ids: [row.id], rows: [row], clear: nothing, keep: nothing })}
        >
          {t('devices.pool.claim')}
        </Button>
      ) : null,
    [t],
  )

  return (
    <>
      <ListPage
        name="unknownGateways"
        title={t('shell.titles.unknownGateways')}
        endpoint={list}
        columns={columns}
        fields={fields}
        rowKey={(row) => row.id}
        rowName={(row) => row.serialNumber}
        rowActions={rowActions}
        actionsWidth={88}
        actions={
          <>
            <ApprovalsButton />
            <Button href={`#${paths.scanLabel}`}>{t('shell.titles.scanLabel')}</Button>
            <Button onClick={() => setByLabel(true)}>{t('devices.pool.byLabel')}</Button>
            <EnrolmentButton />
          </>
        }
        summary={
          <>
            <p className="device-plain device-quiet">{t('devices.pool.hint')}</p>
            <QuotaUsedUp />
          </>
        }
        batchActions={batchActions}
        empty={
          <EmptyState
            title={t('devices.pool.none')}
            hint={t('devices.pool.noneHint')}
            action={<Button onClick={() => setByLabel(true)}>{t('devices.pool.byLabel')}</Button>}
          />
        }
      />
      <ClaimDrawer
        entries={claiming?.rows ?? []}
        open={claiming !== null}
        onClose={() => setClaiming(null)}
        onDone={() => claiming?.clear()}
      />
      <ClaimByLabelDrawer open={byLabel} onClose={() => setByLabel(false)} />
    </>
  )
}

/** Why gateways with valid credentials wait here. */
function QuotaUsedUp() {
  const { t } = useTranslation()
  const quota = useApi('GET /api/v1/device/pool/quota', {}).data
  if (quota === undefined || quota.granted === null || quota.used < quota.granted) return null
  const { used, granted } = quota
  return <Alert type="warning" showIcon title={t('licences.poolWaits', { used, granted })} />
}

/** Follows the pool; reports a gateway that has become a device. */
function useLivePool(): void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const reread = useThrottled(() => void refreshReads(client, [list, approvalsList]), 2_000)
  useLiveEvents(['pool.changed', 'device.added'], (event) => {
    reread()
    if (event?.kind !== 'device.added' || event.subjectId === null) return
    api('GET /api/v1/device/:deviceId', { deviceId: event.subjectId }, { errors: 'caller' }).then(
      ({ name }) => notify.success(t('devices.pool.arrived', { name })),
      // Released again, or not visible to this user: the list shows the rest.
      () => undefined,
    )
  })
}
