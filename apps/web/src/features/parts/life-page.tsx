import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { lifeRead } from './part.ts'
import { SerialLife } from './serial-life.tsx'
import { SerialState, Warranty } from './serial-state.tsx'

export function SerialLifePage() {
  const { serial = '' }: { serial?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_PART') ? <Page key={serial} serial={serial} /> : <NoPermissionState />
}

/** One serial number, as a part and as a device. */
function Page({ serial }: { serial: string }) {
  const { t } = useTranslation()
  const answer = useApi(lifeRead, { serial })
  const life = answer.data
  useLiveReads(lifeRead, ['part.changed', 'device.changed'])
  const part = life?.part ?? null
  const isEmpty = life !== undefined && part === null && life.devices.length === 0
  return (
    <DetailPage
      title={serial}
      path={paths.serialLife(serial)}
      back={paths.partSerials}
      loading={life === undefined}
      error={life === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      {...(part !== null && {
        status: <SerialState serial={part} />,
        facts: [
          {
            label: t('parts.lifePart'),
            value: (
              <RowLink to={paths.partSerial(part.id)}>{`${part.brand} ${part.modelName}`.trim()}</RowLink>
            ),
          },
          { label: t('parts.warehouse'), value: part.warehouseName ?? '—' },
          { label: t('parts.warrantyUntil'), value: <Warranty until={part.warrantyUntil} /> },
        ],
      })}
      tabs={
        life === undefined
          ? []
          : [
              {
                key: 'life',
                label: '',
                content: isEmpty ? (
                  <EmptyState title={t('parts.lifeNone')} hint={t('parts.lifeNoneHint')} />
                ) : (
                  <SerialLife life={life} />
                ),
              },
            ]
      }
    />
  )
}
