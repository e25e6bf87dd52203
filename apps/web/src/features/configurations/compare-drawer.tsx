import type { EndpointOutput } from '@netward/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { ComparedLines } from './compared-lines.tsx'
import type { Version } from './configuration.ts'

const endpoint = 'GET /monitor/api/v1/configuration/:deviceId/compare'

/** Two versions side by side. */
export function CompareDrawer(props: {
  deviceId: string
  /** The older one first. */
  versions: readonly [Version, Version]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { deviceId, versions, onClose } = props
  const [from, to] = versions
  const read = useQuery({
    queryKey: ['configuration comparison', from.id, to.id],
    queryFn: ({ signal }) =>
      api(endpoint, { deviceId, from: from.id, to: to.id }, { signal, errors: 'caller' }),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Drawer open onClose={onClose} size={1200} title={t('configurations.compareTitle')}>
      {read.isPending ? (
        <LoadingState />
      ) : read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Compared comparison={read.data} />
      )}
    </Drawer>
  )
}

function Compared({ comparison }: { comparison: EndpointOutput<typeof endpoint> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { from, to, added, removed, lines, truncated } = comparison
  if (lines.length === 0) return <EmptyState title={t('configurations.same')} />
  return (
    <>
      <p className="configuration-counts">
        <span className="configuration-removed">{t('configurations.removed', { count: removed })}</span>
        <span className="configuration-added">{t('configurations.added', { count: added })}</span>
        <span className="quiet">{t('configurations.audited')}</span>
      </p>
      {truncated && <Alert type="warning" showIcon title={t('configurations.truncated')} />}
      <ComparedLines
        lines={lines}
        before={t('configurations.before', { time: format.dateTime(from.firstAt) })}
        after={t('configurations.after', { time: format.dateTime(to.firstAt) })}
      />
    </>
  )
}
