import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import type { ChosenDevice } from '../../lib/device-row.ts'
import { type Outcome, useBatch } from '../../ui/use-batch.ts'

interface Values {
  outletId: string | undefined
  out: boolean
}

const initialValues: Values = { outletId: undefined, out: false }

/** Moves the chosen devices into an outlet, or out of theirs. */
export function PlaceDrawer(props: {
  devices: readonly ChosenDevice[]
  open: boolean
  onClose: () => void
  onDone: (refused: Outcome['failed']) => void
}) {
  const { t } = useTranslation()
  const { devices, open } = props
  const companies = [...new Set(devices.map(({ companyId }) => companyId))]
  const batch = useBatch()
  const place = useAct('POST /api/v1/device/batch/outlet', {
    errors: 'caller',
    refresh: [
      'POST /monitor/api/v1/device/lists',
      'GET /monitor/api/v1/device/:deviceId',
      'POST /api/v1/device/lists',
      'POST /api/v1/outlet/lists',
      'POST /api/v1/outlet/line/lists',
    ],
  })
  const submit = async ({ outletId, out }: Values) => {
    const { accepted, failed } = await batch(t('outlets.place.action'), () =>
      place.mutateAsync({
        deviceIds: devices.map(({ id }) => id),
        outletId: out ? null : (outletId ?? null),
      }),
    )
    if (accepted > 0) notify.success(t('outlets.place.done', { count: accepted }))
    props.onDone(failed)
  }
  return (
    <FormDrawer<Values>
      title={t('outlets.place.title', { count: devices.length })}
      open={open}
      onClose={props.onClose}
      initialValues={initialValues}
      savedText={false}
      onSubmit={submit}
    >
      <p className="device-plain place-hint">{t('outlets.place.hint')}</p>
      <p className="device-remark place-hint">{t('provisioning.leaving.hint')}</p>
      {companies.length > 1 && <p className="device-remark place-hint">{t('outlets.place.severalHint')}</p>}
      <Form.Item noStyle dependencies={['out']}>
        {({ getFieldValue }) => (
          <Form.Item
            name="outletId"
            label={t('outlets.place.choose')}
            rules={[{ required: getFieldValue('out') !== true, message: t('outlets.place.chooseEmpty') }]}
          >
            <OutletSelect
              {...(companies.length === 1 && { companyId: companies[0] ?? '' })}
              enabled={open}
              allowClear
              disabled={getFieldValue('out') === true}
            />
          </Form.Item>
        )}
      </Form.Item>
      <Form.Item name="out" valuePropName="checked" extra={t('outlets.place.outHint')}>
        <Checkbox>{t('outlets.place.out')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
