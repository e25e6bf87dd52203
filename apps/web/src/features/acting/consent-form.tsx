import { Alert, Button, Checkbox, Form, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useAct } from '../../lib/use-api.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { DateField } from '../../ui/date-field.tsx'
import { type Overview, overviewRead } from './access.ts'
import { grantedBuiltIns } from './grant.ts'
import { clockOf, minuteOf } from '@netward/contract/clock'
import { SeenFromAbove } from './seen-from-above.tsx'

const modes = ['free', 'request', 'never'] as const

interface Values {
  mode: Overview['mode']
  limited: boolean
  from: string
  until: string
  ceiling: Overview['ceiling']
}

export function ConsentForm({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const nameOf = useRoleName()
  const language = useLanguage()
  const [form] = Form.useForm<Values>()
  const save = useAct('PUT /api/v1/auth/acting', { refresh: [overviewRead] })
  const limited = Form.useWatch('limited', form) ?? overview.fromMinute !== null
  const mode = Form.useWatch('mode', form) ?? overview.mode
  const submit = async (values: Values) => {
    await save.mutateAsync({
      mode: values.mode,
      fromMinute: values.limited ? minuteOf(values.from) : null,
      untilMinute: values.limited ? minuteOf(values.until) : null,
      ceiling: values.ceiling,
    })
    notify.success(t('common.saved'))
  }
  const bothAndNotTheSame = {
    validator: () => {
      const { from, until } = form.getFieldsValue(['from', 'until']) as Pick<Values, 'from' | 'until'>
      return from === '' || until === '' || from === until
        ? Promise.reject(new Error(t('validation.actingHours')))
        : Promise.resolve()
    },
  }
  return (
    <Form
      form={form}
      layout="vertical"
      className="acting-consent"
      disabled={!overview.atHome}
      initialValues={{
        mode: overview.mode,
        limited: overview.fromMinute !== null,
        from: clockOf(overview.fromMinute ?? 9 * 60),
        until: clockOf(overview.untilMinute ?? 18 * 60),
        ceiling: overview.ceiling,
      }}
      onFinish={(values: Values) => void submit(values).catch(() => {})}
    >
      <p className="quiet">
        {t('acting.access.hint', { above: new Intl.ListFormat(language).format(overview.above) })}
      </p>
      {!overview.atHome && <Alert type="info" showIcon title={t('acting.access.fromAbove')} />}
      <Form.Item name="mode" label={t('acting.access.mode')}>
        <Radio.Group>
          {modes.map((each) => (
            <Radio key={each} value={each}>
              <span className="acting-mode">
                {t(`acting.access.modes.${each}`)}
                <small>{t(`acting.access.modeHints.${each}`)}</small>
              </span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <SeenFromAbove />
      {mode === 'free' && (
        <div>
          <Form.Item name="limited" valuePropName="checked">
            <Checkbox>{t('acting.access.limited')}</Checkbox>
          </Form.Item>
          {limited && (
            <div className="acting-hours">
              <Form.Item name="from" noStyle rules={[bothAndNotTheSame]}>
                <DateField kind="time" aria-required aria-label={t('acting.access.from')} />
              </Form.Item>
              <span>{t('acting.access.to')}</span>
              <Form.Item name="until" dependencies={['from']} rules={[bothAndNotTheSame]}>
                <DateField kind="time" aria-required aria-label={t('acting.access.until')} />
              </Form.Item>
              <small className="quiet">{t('acting.access.zone', { zone: overview.timeZone })}</small>
            </div>
          )}
        </div>
      )}
      <Form.Item name="ceiling" label={t('acting.access.ceiling')} extra={t('acting.access.ceilingHint')}>
        <Select
          style={{ maxWidth: 320 }}
          options={grantedBuiltIns.map((role) => ({ value: role, label: nameOf(role) }))}
        />
      </Form.Item>
      <div>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t('common.save')}
        </Button>
      </div>
    </Form>
  )
}
