import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { EventLine } from './event-line.tsx'

const endpoint = 'GET /api/v1/workbench/failed-commands'
const pageSize = 50

/** The commands that a workbench line counts, each with the reason for its failure. */
export function FailedCommandsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer title={t('workbench.failedTitle')} open={open} onClose={onClose} size={560} destroyOnHidden>
      <FailedCommands />
    </Drawer>
  )
}

function FailedCommands() {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = useApi(endpoint, { page: 1, pageSize })
  if (data === undefined) {
    return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (data.total === 0) return <EmptyState title={t('workbench.failedNone')} />
  return (
    <>
      <ol className="workbench-events workbench-failed">
        {Array.from({ length: pages }, (_, index) => (
          <FailedPage key={index + 1} page={index + 1} />
        ))}
      </ol>
      {data.total > pages * pageSize && (
        <Button onClick={() => setPages(pages + 1)}>{t('workbench.failedMore')}</Button>
      )}
    </>
  )
}

function FailedPage({ page }: { page: number }) {
  const { data } = useApi(endpoint, { page, pageSize })
  return (data?.items ?? []).map((event) => <EventLine key={event.id} event={event} />)
}
