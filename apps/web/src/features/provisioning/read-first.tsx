import type { EndpointOutput } from '@netward/contract'
import { Alert, Button, Progress } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { useBatch } from '../../ui/use-batch.ts'

const endpoint = 'GET /api/v1/device/template/:templateId/preview/read'

interface Of {
  templateId: string
  version: number
}

/** Requests the version's declared values that have never been read from gateways. */
export function ReadButton({ templateId, version, count, all }: Of & { count: number; all: boolean }) {
  const { t } = useTranslation()
  const batch = useBatch()
  const read = useAct('POST /api/v1/device/template/:templateId/preview/read', {
    errors: 'caller',
    refresh: [endpoint],
  })
  if (count <= 0) return null
  const act = async () => {
    const { accepted } = await batch(t('provisioning.reads.title'), () =>
      read.mutateAsync({ templateId, version, all }),
    )
    if (accepted > 0) notify.success(t('provisioning.reads.queued', { count: accepted }))
  }
  return (
    <Permission codes={['DMS_SERVER_DEVICE_VIEW']}>
      <Button
        className="provisioning-read"
        loading={read.isPending}
        onClick={() => void act().catch(() => undefined)}
      >
        {t('provisioning.reads.ask', { count })}
      </Button>
    </Permission>
  )
}

type Reads = NonNullable<EndpointOutput<typeof endpoint>['reads']>

/** Undefined until known, null if never requested. */
export const useReads = (of: Of): Reads | null | undefined =>
  useApi(endpoint, of, { refetchInterval: 5_000 }).data?.reads

/** How many gateways responded since the shown comparison, and the text for comparing again. */
export function useNewlyRead(reads: Reads | null | undefined): [number, () => void] {
  const [compared, setCompared] = useState<{ askedAt: string | undefined; done: number }>()
  const now = { askedAt: reads?.askedAt, done: reads?.done ?? 0 }
  // The initial comparison is recent, based on what was read until then.
  if (compared === undefined && reads !== undefined) setCompared(now)
  const before = compared?.askedAt === now.askedAt ? compared?.done : 0
  return [compared === undefined ? 0 : now.done - (before ?? 0), () => setCompared(now)]
}

/** Progress of the read; available again after leaving the page. */
export function ReadProgress({ reads, children }: { reads: Reads | null | undefined; children?: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (reads === undefined || reads === null) return null
  const { gateways, done, failed, waiting, away, awayFirst, askedAt, askedByName } = reads
  return (
    <div className="provisioning-all" aria-live="polite">
      <h4>{t('provisioning.reads.title')}</h4>
      {waiting > 0 && <Progress percent={Math.floor((100 * (gateways - waiting)) / gateways)} />}
      <p className="provisioning-hint">
        {t(waiting > 0 ? 'provisioning.reads.running' : 'provisioning.reads.over', {
          done,
          gateways,
          name: askedByName,
          at: format.dateTime(askedAt),
        })}
      </p>
      {failed > 0 && (
        <Alert type="warning" showIcon title={t('provisioning.reads.failed', { count: failed })} />
      )}
      {away > 0 && (
        <>
          <p>{t('provisioning.reads.away', { count: away })}</p>
          <ul className="provisioning-away">
            {awayFirst.map(({ deviceId, name }) => (
              <li key={deviceId}>
                <RowLink to={paths.smartCpe(deviceId)}>{name}</RowLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {children}
    </div>
  )
}
