import { SwapOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { HandoverRow, LeftBehind } from './handover-row.tsx'
import { afterRota, type Handover, handoverList, type RotaDetail } from './rota.ts'
import './rotas.css'

/** What one shift left to the next: open alarms, what is watched, what was promised. */
export function Handovers({ rota }: { rota: RotaDetail }) {
  const { t } = useTranslation()
  /** Being written: one that was made when the shift ended, or a new one. */
  const [writing, setWriting] = useState<Handover | 'new' | null>(null)
  const read = useApi(handoverList, { rotaId: rota.id, pageSize: 20 }, { keepPrevious: true })
  useLiveReads(handoverList, ['rota.changed'])
  return (
    <Panel
      title={t('rotas.handovers')}
      actions={
        <Button type="primary" icon={<SwapOutlined />} onClick={() => setWriting('new')}>
          {t('rotas.handOver')}
        </Button>
      }
    >
      {read.data === undefined ? (
        <PendingState read={read} rows={4} />
      ) : read.data.items.length === 0 ? (
        <EmptyState title={t('rotas.noHandovers')} hint={t('rotas.handoversNoneHint')} />
      ) : (
        <ul className="rota-list">
          {read.data.items.map((row) => (
            <HandoverRow key={row.id} row={row} onComplete={setWriting} />
          ))}
        </ul>
      )}
      <HandoverDrawer rota={rota} writing={writing} onClose={() => setWriting(null)} />
    </Panel>
  )
}

interface Values {
  memberId: string | undefined
  watched: string
  promised: string
}

function HandoverDrawer(props: { rota: RotaDetail; writing: Handover | 'new' | null; onClose: () => void }) {
  const { t } = useTranslation()
  const { rota, writing, onClose } = props
  const open = writing !== null
  const made = writing === 'new' ? null : writing
  const write = useAct('POST /monitor/api/v1/alarm/rota/:rotaId/handover', {
    errors: 'caller',
    refresh: afterRota,
  })
  const people = useApi('GET /monitor/api/v1/alarm/rota/members', {}, { enabled: open }).data ?? []
  const wanted = made === null ? rota.next?.memberId : made.toMemberId
  const next = people.some(({ memberId, self }) => memberId === wanted && !self)
    ? (wanted ?? undefined)
    : undefined
  const initialValues = useMemo((): Values => ({ memberId: next, watched: '', promised: '' }), [next])
  return (
    <FormDrawer<Values>
      key={next ?? ''}
      title={t(made === null ? 'rotas.handOverTitle' : 'rotas.completeTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ memberId = '', ...values }) => write.mutateAsync({ rotaId: rota.id, memberId, ...values })}
    >
      {made !== null && (
        <div className="rota-list-found">
          <LeftBehind row={made} />
        </div>
      )}
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
