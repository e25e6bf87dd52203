import { Alert, Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { Permission } from '../../ui/permission.tsx'
import { PreviewFound } from './preview-found.tsx'
import { ReadButton, ReadProgress, useReads } from './read-first.tsx'

const endpoint = 'GET /api/v1/device/template/:templateId/preview/all'

/** What a version would change on all gateways: counted by a job, available again after leaving the page. */
export function PreviewAll({
  templateId,
  version,
  summarised = false,
}: {
  templateId: string
  version: number
  /** The read's progress is already shown beside it. */
  summarised?: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const input = { templateId, version }
  const preview = useApi(endpoint, input, { refetchInterval: 3_000 }).data?.preview
  const reads = useReads(input)
  const start = useAct('POST /api/v1/device/template/:templateId/preview/all', { refresh: [endpoint] })
  if (preview === undefined) return null
  const running = preview?.state === 'running'
  // Requested since the count.
  const asked =
    reads && preview?.finishedAt && reads.askedAt > preview.finishedAt ? reads.waiting + reads.done : 0
  return (
    <div className="provisioning-all" aria-live="polite">
      {preview !== null && running && (
        <>
          <Progress percent={Math.floor((100 * preview.compared) / Math.max(1, preview.matching))} />
          <p className="provisioning-hint">
            {t('provisioning.preview.running', { compared: preview.compared, matching: preview.matching })}
          </p>
        </>
      )}
      {preview?.state === 'failed' && (
        <Alert type="error" showIcon title={t('provisioning.preview.allFailed')} />
      )}
      {preview?.state === 'done' && (
        <>
          <h4>{t('provisioning.preview.allCounted')}</h4>
          <PreviewFound found={preview} />
          <ReadButton templateId={templateId} version={version} count={preview.readable - asked} all />
          <p className="provisioning-hint">
            {t('provisioning.preview.allSummary', {
              matching: preview.matching,
              name: preview.startedByName,
              at: format.dateTime(preview.finishedAt ?? preview.startedAt),
            })}
          </p>
        </>
      )}
      {!summarised && <ReadProgress reads={reads} />}
      {!running && (
        <Permission codes={['DMS_SERVER_DEVICE_TEMPLATE_EDIT']}>
          <Button loading={start.isPending} onClick={() => start.mutate(input)}>
            {preview === null ? t('provisioning.preview.all') : t('provisioning.preview.allAgain')}
          </Button>
        </Permission>
      )}
    </div>
  )
}

/** The last count of the gateways below, before a version is applied to them. */
export function WouldChangeBelow({ templateId, version }: { templateId: string; version: number }) {
  const { t } = useTranslation()
  const read = useApi(endpoint, { templateId, version }).data
  if (read === undefined) return null
  const { preview } = read
  return preview?.state === 'done' ? (
    <PreviewFound found={preview} />
  ) : (
    <p>{t('provisioning.preview.notCounted')}</p>
  )
}
