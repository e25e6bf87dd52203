import { rolloutBounds } from '@netward/contract/template-values'
import { Form, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterChange } from './template.ts'

const initial = { by: 'devices' as 'devices' | 'percent', devices: 5, percent: 5, mostFailedPercent: 10 }

/** Applies a version to some gateways first. */
export function RolloutDrawer(props: {
  templateId: string
  version: number
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { templateId, version, open, onClose } = props
  const start = useAct('POST /api/v1/device/template/:templateId/rollout', {
    errors: 'caller',
    refresh: afterChange,
  })
  return (
    <FormDrawer<typeof initial>
      title={t('provisioning.rollout.question', { number: version })}
      open={open}
      onClose={onClose}
      initialValues={initial}
      submitText={t('provisioning.rollout.start')}
      savedText={t('provisioning.rollout.choosing')}
      onSubmit={({ by, devices, percent, mostFailedPercent }) =>
        start.mutateAsync({
          templateId,
          version,
          mostFailedPercent,
          ...(by === 'devices' ? { devices } : { percent }),
        })
      }
    >
      <p className="provisioning-hint">{t('provisioning.rollout.hint')}</p>
      <Form.Item name="by" label={t('provisioning.rollout.how')}>
        <Radio.Group
          options={[
            { value: 'devices', label: t('provisioning.rollout.devices') },
            { value: 'percent', label: t('provisioning.rollout.percent') },
          ]}
        />
      </Form.Item>
      <HowMany />
      <Form.Item
        name="mostFailedPercent"
        label={t('provisioning.rollout.mostFailed')}
        rules={[{ required: true, message: t('validation.missing') }]}
      >
        <InputNumber min={0} max={100} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}

function HowMany() {
  const { t } = useTranslation()
  const by: unknown = Form.useWatch('by')
  const rules = [{ required: true, message: t('validation.missing') }]
  return by === 'percent' ? (
    <Form.Item key="percent" name="percent" label={t('provisioning.rollout.percent')} rules={rules}>
      <InputNumber min={1} max={rolloutBounds.percent} precision={0} suffix="%" />
    </Form.Item>
  ) : (
    <Form.Item key="devices" name="devices" label={t('provisioning.rollout.devices')} rules={rules}>
      <InputNumber min={1} max={rolloutBounds.devices} precision={0} />
    </Form.Item>
  )
}
