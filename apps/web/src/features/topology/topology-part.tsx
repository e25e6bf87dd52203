import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { MovableDrawing } from './movable-drawing.tsx'
import { drawingEndpoint, liveKinds } from './topology.ts'
import './topology.css'

/** The drawing of an outlet, on another page. */
export function TopologyPart({ outletId }: { outletId: string }) {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <Part outletId={outletId} /> : null
}

function Part({ outletId }: { outletId: string }) {
  const { t } = useTranslation()
  const read = useApi(drawingEndpoint, { outletId })
  useLiveReads(drawingEndpoint, liveKinds)
  if (read.data === undefined)
    return read.error === null ? (
      <LoadingState rows={8} />
    ) : (
      <ErrorState error={read.error} onRetry={() => void read.refetch()} />
    )
  if (read.data.nodes.length === 0)
    return (
      <EmptyState
        title={t('topology.noOutlet')}
        hint={t('topology.noOutletHint')}
        action={
          <Button href={`#${paths.deviceList}?outletId=${outletId}`}>{t('shell.titles.deviceList')}</Button>
        }
      />
    )
  return <MovableDrawing drawing={read.data} />
}
