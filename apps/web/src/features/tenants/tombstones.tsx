import { Button, Drawer, Input } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import '../../ui/plain-table.css'

const endpoint = 'POST /api/v1/auth/tenant/tombstone/lists'

/** Gateways of deleted tenants: only the platform can release them for a new claim. */
export function Tombstones({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(endpoint, { search: wanted, pageSize: 100 }, { keepPrevious: true })
  const lift = useAct('DELETE /api/v1/auth/tenant/tombstone/:tombstoneId', { refresh: [endpoint] })
  const ask = (tombstoneId: string, serial: string) =>
    void confirm({
      title: t('tenants.liftTitle', { serial }),
      text: t('tenants.liftText'),
      action: t('tenants.lift'),
      act: async () => {
        await lift.mutateAsync({ tombstoneId })
        notify.success(t('tenants.lifted', { serial }))
      },
    })
  return (
    <Drawer title={t('tenants.tombstones')} open onClose={onClose} size={640}>
      <p className="quiet">{t('tenants.tombstonesHint')}</p>
      <Input.Search
        allowClear
        maxLength={100}
        aria-label={t('common.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.error !== null && found.data === undefined ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <LoadingState />
      ) : found.data.items.length === 0 ? (
        <EmptyState title={t('tenants.tombstoneNone')} />
      ) : (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('tenants.serialNumber')}</th>
              <th>{t('tenants.formerTenant')}</th>
              <th>{t('tenants.deletedAt')}</th>
              <th aria-label={t('tenants.lift')} />
            </tr>
          </thead>
          <tbody>
            {found.data.items.map(({ id, oui, serialNumber, tenantName, at }) => (
              <tr key={id}>
                <td className="mono">
                  {oui} {serialNumber}
                </td>
                <td>{tenantName}</td>
                <td>{format.date(at)}</td>
                <td>
                  <Button size="small" onClick={() => ask(id, serialNumber)}>
                    {t('tenants.lift')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  )
}
