import { Checkbox, Form, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct } from '../../lib/use-api.ts'
import { endOfDay } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterChange, type Licence } from './licence.ts'

interface Values {
  quantity: number
  endsAt: string
  permanent: boolean
}

export function ChangeDrawer({ licence, onClose }: { licence: Licence | null; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useAct('PUT /api/v1/licence/:licenceId', { refresh: afterChange, errors: 'caller' })
  // Keeps its content while it slides out.
  const [last, setLast] = useState<Licence | null>(null)
  if (licence !== null && licence !== last) setLast(licence)
  if (last === null) return null
  const until = last.endsAt === null ? t('licences.permanent') : format.date(last.endsAt)
  return (
    <FormDrawer<Values>
      key={last.id}
      title={`${t('licences.change')} · ${last.companyName}`}
      open={licence !== null}
      onClose={onClose}
      initialValues={{
        quantity: last.quantity,
        endsAt: last.endsAt === null ? '' : format.date(last.endsAt),
        permanent: last.endsAt === null,
      }}
      savedText={t('licences.changed')}
      onSubmit={({ quantity, endsAt, permanent }) =>
        change.mutateAsync({
          licenceId: last.id,
          quantity,
          // The same day is the same end, to the second.
          endsAt: permanent
            ? null
            : last.endsAt !== null && endsAt === format.date(last.endsAt)
              ? last.endsAt
              : endOfDay(endsAt),
        })
      }
    >
      <p className="quiet">
        {t(`licences.kinds.${last.kind}`)} ·{' '}
        {t('licences.original', { quantity: format.number(last.quantity), until })}
      </p>
      <Form.Item
        name="quantity"
        label={t('licences.quantity')}
        rules={[{ required: true, message: t('licences.quantityEmpty') }]}
      >
        <InputNumber className="licence-number" min={1} max={10_000_000} precision={0} />
      </Form.Item>
      <Form.Item name="permanent" valuePropName="checked">
        <Checkbox>{t('licences.permanent')}</Checkbox>
      </Form.Item>
      <Form.Item noStyle dependencies={['permanent']}>
        {({ getFieldValue }) => (
          <Form.Item
            name="endsAt"
            label={t('licences.endsAt')}
            rules={[
              { required: getFieldValue('permanent') !== true, message: t('validation.validityEmpty') },
            ]}
          >
            <DateField disabled={getFieldValue('permanent') === true} />
          </Form.Item>
        )}
      </Form.Item>
    </FormDrawer>
  )
}
