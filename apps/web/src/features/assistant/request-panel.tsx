import type { EndpointOutput } from '@netward/contract'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { PendingState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import '../../ui/plain-table.css'
import { DecisionDrawer } from './decision-drawer.tsx'
import { requestList } from './provider.ts'
import { yuan } from './yuan.ts'

export type TokenRequest = EndpointOutput<typeof requestList>['items'][number]

const pageSize = 10
const tones: Readonly<Record<TokenRequest['state'], StatusTone>> = {
  open: 'waiting',
  granted: 'ok',
  refused: 'off',
}
const heads = ['person', 'requestKind', 'requestReason', 'askedAt', 'state', 'answer'] as const

/** People who ask for more than a budget that is used up. */
export function RequestPanel() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [decided, setDecided] = useState<TokenRequest | null>(null)
  const read = useApi(requestList, { page, pageSize }, { keepPrevious: true })
  return (
    <Panel title={t('assistant.requests')}>
      <p className="quiet">{t('assistant.requestsHint')}</p>
      {read.data === undefined ? (
        <PendingState read={read} rows={3} />
      ) : read.data.total === 0 ? (
        <p className="quiet">{t('assistant.noRequests')}</p>
      ) : (
        <div className="plain-table-frame">
          <table className="plain-table">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {t(`assistant.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {read.data.items.map((request) => (
                <RequestRow key={request.id} request={request} onDecide={() => setDecided(request)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {(read.data?.total ?? 0) > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={read.data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      <DecisionDrawer request={decided} onClose={() => setDecided(null)} />
    </Panel>
  )
}

function RequestRow({ request, onDecide }: { request: TokenRequest; onDecide: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { personName, kind, reason, state, askedAt, decidedAt, decidedBy, answer, cost, tokens } = request
  const amounts = [
    ...(cost === null ? [] : [`¥${yuan(cost)}`]),
    ...(tokens === null ? [] : [t('assistant.tokenAmount', { count: tokens })]),
  ]
  return (
    <tr>
      <td data-label={t('assistant.person')}>
        <strong>{personName}</strong>
      </td>
      <td data-label={t('assistant.requestKind')}>
        <span>{t(`assistant.requestKinds.${kind}`)}</span>
      </td>
      <td data-label={t('assistant.requestReason')}>
        <span>{reason}</span>
      </td>
      <td data-label={t('assistant.askedAt')}>
        <span>{format.dateTime(askedAt)}</span>
      </td>
      <td data-label={t('assistant.state')}>
        <StatusTag tone={tones[state]}>{t(`assistant.requestStates.${state}`)}</StatusTag>
      </td>
      <td data-label={t('assistant.answer')}>
        {decidedAt === null ? (
          <Button size="small" aria-label={`${t('assistant.decide')} ${personName}`} onClick={onDecide}>
            {t('assistant.decide')}
          </Button>
        ) : (
          <div>
            {amounts.length > 0 && t('assistant.granted', { amount: amounts.join(' · ') })}
            {answer !== '' && <div>{answer}</div>}
            <div className="quiet">{`${decidedBy ?? ''} ${format.dateTime(decidedAt)}`}</div>
          </div>
        )}
      </td>
    </tr>
  )
}
