import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Restarts, RestartsDrawer } from './restarts-drawer.tsx'
import '../../ui/devices.css'

const endpoint = 'POST /api/v1/device/batch/restarts/lists'
type Batch = EndpointOutput<typeof endpoint>['items'][number]

/**
 * The user's reboots of several devices, with the progress of each; available again after leaving the page.
 */
export function RestartBatches() {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Batch | null>(null)
  const columns = useColumns(setShown)
  return (
    <>
      <ListPage
        name="restartBatches"
        title={t('shell.titles.restartBatches')}
        endpoint={endpoint}
        columns={columns}
        fields={[]}
        rowKey={({ id }) => id}
        rowName={({ kind, devices }) => t(`devices.restarts.${kind}`, { count: devices.length })}
        actions={<RowLink to={paths.smartCpeList}>{t('shell.titles.smartCpe')}</RowLink>}
        empty={
          <EmptyState
            title={t('devices.restarts.none')}
            hint={t('devices.restarts.noneHint')}
            action={<RowLink to={paths.smartCpeList}>{t('shell.titles.smartCpe')}</RowLink>}
          />
        }
      />
      {shown !== null && <RestartsDrawer restarts={restartsOf(shown)} onClose={() => setShown(null)} />}
    </>
  )
}

const restartsOf = ({ kind, devices }: Batch): Restarts => ({
  kind,
  devices,
  deviceIds: devices.map(({ id }) => id),
  commandIds: devices.map(({ commandId }) => commandId),
  failed: [],
})

const maxNames = 5

function useColumns(onShow: (batch: Batch) => void): readonly ListColumn<Batch>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'kind',
        title: t('devices.command.kind'),
        width: 240,
        render: (batch) => (
          <Button type="link" size="small" className="device-open" onClick={() => onShow(batch)}>
            {t(`devices.restarts.${batch.kind}`, { count: batch.devices.length })}
          </Button>
        ),
      },
      {
        key: 'devices',
        title: t('devices.name'),
        width: 420,
        phone: 'value',
        render: ({ devices }) => {
          const names = devices.slice(0, maxNames).map(({ name }) => name)
          return <>{devices.length > maxNames ? [...names, '…'].join(' · ') : names.join(' · ')}</>
        },
      },
      {
        key: 'createdAt',
        title: t('devices.command.createdAt'),
        width: 170,
        phone: 'value',
        render: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
    ],
    [t, onShow],
  )
}
