import type { MessengerForm } from '@netward/contract/integration-values'
import { Form, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { TextItem } from './text-item.tsx'

/** Whether an application sends messages, and what it needs for that. */
export function ApplicationFields({ form }: { form: MessengerForm }) {
  const { t } = useTranslation()
  const sends: unknown = Form.useWatch([form, 'sendsMessages'], Form.useFormInstance())
  return (
    <fieldset className="integration-rules">
      <legend>{t('integrations.application.sends')}</legend>
      <Form.Item
        name={[form, 'sendsMessages']}
        valuePropName="checked"
        extra={t('integrations.application.sendsHint')}
      >
        <Switch aria-label={t('integrations.application.sends')} />
      </Form.Item>
      {sends === true && (
        <>
          <p className="integration-hint">{t(`integrations.application.needs.${form}`)}</p>
          {form === 'dingtalk' ? (
            <TextItem
              name={[form, 'agentId']}
              label={t('integrations.application.agentId')}
              hint={t('integrations.application.agentIdHint')}
              rules={[{ pattern: /^\s*\d{1,20}\s*$/, message: t('integrations.application.agentIdWrong') }]}
            />
          ) : (
            <div className="integration-hint">
              <strong>{t('integrations.application.buttons')}</strong>
              <p>{t(`integrations.application.buttonsHint.${form}`)}</p>
            </div>
          )}
        </>
      )}
    </fieldset>
  )
}
