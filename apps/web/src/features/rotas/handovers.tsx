import { SwapOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterRota, type Handover, handoverList, type RotaDetail } from './rota.ts'
import './rotas.css'

/** What one shift left to the next: open alarms, what is watched, what was promised. */
export function Handovers({ rota }: { rota: RotaDetail }) {
  const { t } = useTranslation()
  const [writing, setWriting] = useState(false)
  const read = useApi(handoverList, { rotaId: rota.id, pageSize: 20 }, { keepPrevious: true })
  useLiveReads(handoverList, ['rota.changed'])
  return (
    <Panel
      title={t('rotas.handovers')}
      actions={
        <Button type="primary" icon={<SwapOutlined />} onClick={() => setWriting(true)}>
          {t('rotas.handOver')}
        </Button>
      }
    >
      {read.data === undefined ? (
        <PendingState read={read} rows={4} />
      ) : read.data.items.length === 0 ? (
        <EmptyState title={t('rotas.noHandovers')} />
      ) : (
        <ul className="rota-list">
          {read.data.items.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      <HandoverDrawer rota={rota} open={writing} onClose={() => setWriting(false)} />
    </Panel>
  )
}

function Row({ row }: { row: Handover }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accept = useAct('POST /monitor/api/v1/alarm/rota/handover/:handoverId/accept', { refresh: afterRota })
  const { id: handoverId, from, to, writtenAt, acceptedAt, open, unacknowledged, watched, promised } = row
  return (
    <li>
      <span>{format.dateTime(writtenAt)}</span>
      <strong>{t('rotas.handedOver', { from, to })}</strong>
      <StatusTag tone={acceptedAt === null ? 'waiting' : 'ok'}>
        {acceptedAt === null
          ? t('rotas.notTakenOver')
          : t('rotas.takenOver', { at: format.dateTime(acceptedAt) })}
      </StatusTag>
      <RowLink to={paths.alarms}>{t('rotas.openAlarms', { count: open, unacknowledged })}</RowLink>
      {row.mayAccept && (
        <Button size="small" type="primary" onClick={() => accept.mutate({ handoverId })}>
          {t('rotas.takeOver')}
        </Button>
      )}
      {watched !== '' && <p>{t('rotas.watchedOf', { text: watched })}</p>}
      {promised !== '' && <p>{t('rotas.promisedOf', { text: promised })}</p>}
    </li>
  )
}

interface Values {
  memberId: string | undefined
  watched: string
  promised: string
}

function HandoverDrawer({ rota, open, onClose }: { rota: RotaDetail; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const write = useAct('POST /monitor/api/v1/alarm/rota/:rotaId/handover', {
    errors: 'caller',
    refresh: afterRota,
  })
  const people = useApi('GET /monitor/api/v1/alarm/rota/members', {}, { enabled: open }).data ?? []
  const next = people.some(({ memberId, self }) => memberId === rota.next?.memberId && !self)
    ? rota.next?.memberId
    : undefined
  const initialValues = useMemo((): Values => ({ memberId: next, watched: '', promised: '' }), [next])
  return (
    <FormDrawer<Values>
      key={next ?? ''}
      title={t('rotas.handOverTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ memberId = '', ...values }) => write.mutateAsync({ rotaId: rota.id, memberId, ...values })}
    >
      <Form.Item
        name="memberId"
        label={t('rotas.handOverTo')}
        rules={[{ required: true, message: t('rotas.personEmpty') }]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={people
            .filter(({ self }) => !self)
            .map(({ memberId, name }) => ({ value: memberId, label: name }))}
        />
      </Form.Item>
      <Form.Item name="watched" label={t('rotas.watched')} extra={t('rotas.watchedHint')}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      <Form.Item name="promised" label={t('rotas.promised')} extra={t('rotas.promisedHint')}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </FormDrawer>
  )
}
