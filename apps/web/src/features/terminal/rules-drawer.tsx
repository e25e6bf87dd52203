import { Checkbox, Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'

const read = 'GET /api/v1/device/terminal/setting'

interface Values {
  ask: boolean
  askMinutes: number
  longestMinutes: number
}

const usual: Values = { ask: false, askMinutes: 10, longestMinutes: 480 }

/** The company's rules for terminals on its devices; staff from above cannot change them. */
export function RulesDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const setting = useApi(read, {}, { enabled: open }).data
  const edit = useAct('PUT /api/v1/device/terminal/setting', { errors: 'caller', refresh: [read] })
  return (
    <FormDrawer<Values>
      key={setting === undefined ? 'unread' : 'read'}
      title={t('terminals.rules')}
      open={open && setting !== undefined}
      onClose={onClose}
      initialValues={setting ?? usual}
      blocked={setting?.atHome === false ? t('errors.terminal.only_at_home') : undefined}
      onSubmit={({ ask, askMinutes, longestMinutes }) =>
        edit.mutateAsync({ ask, askMinutes, longestMinutes })
      }
    >
      <p className="terminal-hint">{t('terminals.rulesHint')}</p>
      <Form.Item name="ask" valuePropName="checked" extra={t('terminals.askHint')}>
        <Checkbox>{t('terminals.ask')}</Checkbox>
      </Form.Item>
      <Form.Item name="askMinutes" label={t('terminals.askMinutes')} rules={[{ required: true }]}>
        <InputNumber min={1} max={60} precision={0} />
      </Form.Item>
      <Form.Item name="longestMinutes" label={t('terminals.longestMinutes')} rules={[{ required: true }]}>
        <InputNumber min={5} max={1440} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}
