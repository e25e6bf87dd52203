import type { EndpointOutput } from '@netward/contract'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import type { Licence } from './licence.ts'

const endpoint = 'GET /api/v1/licence/:licenceId/history'
type Entry = EndpointOutput<typeof endpoint>[number]

export function HistoryDrawer({ licence, onClose }: { licence: Licence | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [last, setLast] = useState<Licence | null>(null)
  if (licence !== null && licence !== last) setLast(licence)
  return (
    <Drawer
      title={
        last && t('licences.historyOf', { company: last.companyName, kind: t(`licences.kinds.${last.kind}`) })
      }
      open={licence !== null}
      onClose={onClose}
      size={560}
    >
      {last !== null && <History key={last.id} licenceId={last.id} />}
    </Drawer>
  )
}

function History({ licenceId }: { licenceId: string }) {
  const { data, error, refetch } = useApi(endpoint, { licenceId })
  if (data === undefined)
    return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <ol className="licence-history">
      {data.map((entry) => (
        <HistoryEntry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

function HistoryEntry({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { at, action, before, after, actorName, actorCompanyName } = entry
  const rows: [string, (values: NonNullable<Entry['after']>) => string][] = [
    [t('licences.quantity'), ({ quantity }) => format.number(quantity)],
    [t('licences.endsAt'), ({ endsAt }) => (endsAt === null ? t('licences.permanent') : format.date(endsAt))],
  ]
  return (
    <li>
      <div className="licence-history-head">
        <strong>{t(`licences.actions.${action}`)}</strong>
        <time className="quiet">{format.dateTime(at)}</time>
      </div>
      {actorName !== null && (
        <p className="quiet">{t('licences.by', { name: actorName, company: actorCompanyName ?? '—' })}</p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('licences.value')}</th>
            <th scope="col">{t('licences.from')}</th>
            <th scope="col">{t('licences.to')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, show]) => {
            const [was, is] = [before && show(before), after && show(after)]
            return (
              <tr key={label} className={was === is ? 'quiet' : ''}>
                <th scope="row">{label}</th>
                <td>{was ?? '—'}</td>
                <td>{is ?? '—'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </li>
  )
}
