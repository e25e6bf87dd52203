import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { backupModes } from '@netward/contract/states/backup'
import { Button, Form, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/date-field.tsx'
import type { PlanValues } from './plan.ts'

const windows = ['any', 'closed_hours', 'daily'] as const

/** Rings before the last one, pace, and the reaction to failures. */
export function PlanFields() {
  const { t } = useTranslation()
  const number = (name: string, label: string, min: number, max: number, extra?: string) => (
    <Form.Item name={name} label={label} rules={[{ required: true, message: label }]} extra={extra}>
      <InputNumber min={min} max={max} precision={0} />
    </Form.Item>
  )
  return (
    <>
      <fieldset className="ota-fieldset">
        <legend>{t('ota.rings')}</legend>
        <p className="ota-hint">{t('ota.ringsHint')}</p>
        <Rings />
        {number('advancePercent', t('ota.advancePercent'), 1, 100, t('ota.advanceHint'))}
      </fieldset>
      <fieldset className="ota-fieldset">
        <legend>{t('ota.window')}</legend>
        <p className="ota-hint">{t('ota.windowHint')}</p>
        <Form.Item name="window">
          <Select
            aria-label={t('ota.window')}
            options={windows.map((value) => ({ value, label: t(`ota.windows.${value}`) }))}
          />
        </Form.Item>
        <Form.Item noStyle dependencies={['window']}>
          {({ getFieldValue }) => {
            const window = getFieldValue('window') as PlanValues['window']
            return (
              <>
                {window === 'daily' && <Hours from="from" to="to" />}
                {window === 'closed_hours' && (
                  <>
                    <p className="ota-hint">{t('ota.nightHint')}</p>
                    <Hours from="nightFrom" to="nightTo" />
                  </>
                )}
              </>
            )
          }}
        </Form.Item>
        <Form.Item name="startAt" label={t('ota.startAt')} extra={t('ota.startAtHint')}>
          <DateField kind="moment" />
        </Form.Item>
      </fieldset>
      <fieldset className="ota-fieldset">
        <legend>{t('ota.pace')}</legend>
        <div className="ota-pair">
          {number('maxConcurrent', t('ota.maxConcurrent'), 1, 1000)}
          {number('perMinute', t('ota.perMinute'), 1, 1000)}
          {number('retries', t('ota.retries'), 0, 5)}
          {number('retryMinutes', t('ota.retryMinutes'), 1, 1440)}
          {number('offlineHours', t('ota.offlineHours'), 1, 720)}
          {number('verifyMinutes', t('ota.verifyMinutes'), 1, 1440)}
        </div>
        {number('maxFailurePercent', t('ota.maxFailurePercent'), 0, 100, t('ota.maxFailureHint'))}
      </fieldset>
      <fieldset className="ota-fieldset">
        <legend>{t('ota.rollback')}</legend>
        <Form.Item name="backup" label={t('ota.backupMode')}>
          <Select options={backupModes.map((value) => ({ value, label: t(`ota.backupModes.${value}`) }))} />
        </Form.Item>
        <Form.Item name="autoRollback" label={t('ota.autoRollback')} extra={t('ota.autoRollbackHint')}>
          <Switch />
        </Form.Item>
      </fieldset>
    </>
  )
}

function Hours({ from, to }: { from: keyof PlanValues; to: keyof PlanValues }) {
  const { t } = useTranslation()
  const rules = [{ required: true, message: t('ota.timeEmpty') }]
  return (
    <div className="ota-pair">
      <Form.Item name={from} label={t('ota.fromTime')} rules={rules}>
        <DateField kind="time" />
      </Form.Item>
      <Form.Item name={to} label={t('ota.toTime')} rules={rules}>
        <DateField kind="time" />
      </Form.Item>
    </div>
  )
}

function Rings() {
  const { t } = useTranslation()
  return (
    <Form.List name="firstRings">
      {(rings, { add, remove }) => (
        <>
          {rings.map(({ key, name }, index) => (
            <div key={key} className="ota-ring-fields">
              <span>{t('ota.ringNumber', { number: index + 1 })}</span>
              <Form.Item
                name={[name, 'value']}
                label={t('ota.ringShare')}
                rules={[{ required: true, message: t('ota.ringShare') }]}
              >
                <InputNumber min={1} max={99} precision={0} />
              </Form.Item>
              <Form.Item
                name={[name, 'soakMinutes']}
                label={t('ota.ringSoak')}
                rules={[{ required: true, message: t('ota.ringSoak') }]}
              >
                <InputNumber min={0} max={10080} precision={0} />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('ota.ringRemove')}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          {rings.length < 9 && (
            <Button
              className="ota-ring-add"
              icon={<PlusOutlined />}
              onClick={() => add({ value: 20, soakMinutes: 60 })}
            >
              {t('ota.ringAdd')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}
