import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterRota } from './rota.ts'

interface Values {
  memberId: string | undefined
  startsAt: string
  endsAt: string
  reason: string
}

const initialValues: Values = { memberId: undefined, startsAt: '', endsAt: '', reason: '' }

/** An override by an editor, or a swap that a colleague is asked for. */
export function ShiftDrawer(props: {
  rotaId: string
  kind: 'override' | 'swap'
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { rotaId, kind, open, onClose } = props
  const options = { errors: 'caller', refresh: afterRota } as const
  const override = useAct('POST /monitor/api/v1/alarm/rota/:rotaId/override', options)
  const swap = useAct('POST /monitor/api/v1/alarm/rota/:rotaId/swap', options)
  const people = useApi('GET /monitor/api/v1/alarm/rota/members', {}, { enabled: open }).data ?? []
  const time = [{ required: true, message: t('rotas.timeEmpty') }]
  return (
    <FormDrawer<Values>
      title={t(kind === 'override' ? 'rotas.overrideTitle' : 'rotas.swapTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ memberId = '', startsAt, endsAt, reason }) => {
        const input = { rotaId, memberId, startsAt: instantOf(startsAt), endsAt: instantOf(endsAt), reason }
        return kind === 'override' ? override.mutateAsync(input) : swap.mutateAsync(input)
      }}
    >
      {kind === 'swap' && <p className="quiet">{t('rotas.swapHint')}</p>}
      <Form.Item
        name="memberId"
        label={t('rotas.standIn')}
        rules={[{ required: true, message: t('rotas.personEmpty') }]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={people
            .filter(({ self }) => kind === 'override' || !self)
            .map(({ memberId, name }) => ({ value: memberId, label: name }))}
        />
      </Form.Item>
      <Form.Item name="startsAt" label={t('rotas.startsAt')} rules={time}>
        <DateField kind="moment" />
      </Form.Item>
      <Form.Item name="endsAt" label={t('rotas.endsAt')} rules={time}>
        <DateField kind="moment" />
      </Form.Item>
      <Form.Item name="reason" label={t('rotas.reason')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  )
}
