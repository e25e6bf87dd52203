import { inboxSecurities } from '@netward/contract/integration-values'
import { emailProblem } from '@netward/contract/field-rules'
import { Alert, Form, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type Channel, useFailureText } from './channel.ts'
import { useMailIssuer } from './oauth-fields.tsx'
import { SecretItem } from './secret-item.tsx'
import { TextItem } from './text-item.tsx'

const ports = { tls: 993, starttls: 143 } as const

/** The mailbox for replies, off until somebody sets it up. */
export function InboxFields({
  secrets,
  state,
}: {
  secrets: readonly string[] | null
  state: Channel['inboxState']
}) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const isOn = Form.useWatch(['mail', 'reads'], form) === true
  const issuer = useMailIssuer()
  return (
    <>
      <Form.Item
        name={['mail', 'reads']}
        label={t('integrations.mail.inbox')}
        extra={t('integrations.mail.inboxHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      {isOn && (
        <>
          {state !== null && <InboxState state={state} />}
          <TextItem
            name={['mail', 'inbox', 'address']}
            label={t('integrations.mail.inboxAddress')}
            rules={[
              {
                validator: async (_rule, value: string) => {
                  if (emailProblem(value) !== null) throw new Error(t('integrations.mail.fromWrong'))
                },
              },
            ]}
          />
          <TextItem name={['mail', 'inbox', 'host']} label={t('integrations.mail.inboxHost')} most={250} />
          <Form.Item name={['mail', 'inbox', 'security']} label={t('integrations.mail.inboxSecurity')}>
            <Select
              options={inboxSecurities.map((value) => ({
                value,
                label: t(`integrations.mail.inboxSecurities.${value}`),
              }))}
              onChange={(value: keyof typeof ports) =>
                form.setFieldValue(['mail', 'inbox', 'port'], ports[value])
              }
            />
          </Form.Item>
          <Form.Item
            name={['mail', 'inbox', 'port']}
            label={t('integrations.mail.inboxPort')}
            rules={[{ required: true, message: t('integrations.required') }]}
          >
            <InputNumber min={1} max={65535} precision={0} />
          </Form.Item>
          <TextItem name={['mail', 'inbox', 'user']} label={t('integrations.mail.inboxUser')} />
          {issuer === null && (
            <SecretItem
              name={['mail', 'inboxPassword']}
              label={t('integrations.mail.inboxPassword')}
              isSet={secrets?.includes('inboxPassword') === true}
              required
            />
          )}
          <TextItem
            name={['mail', 'inbox', 'authServer']}
            label={t('integrations.mail.authServer')}
            hint={t('integrations.mail.authServerHint')}
          />
        </>
      )}
    </>
  )
}

function InboxState({
  state: { readAt, failingSince, failure },
}: {
  state: NonNullable<Channel['inboxState']>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const failureText = useFailureText()
  return (
    <Alert
      type={failingSince === null ? 'success' : 'error'}
      showIcon
      className="integration-failure"
      title={
        failingSince === null
          ? t('integrations.mail.inboxRead', { at: format.dateTime(readAt) })
          : t('integrations.mail.inboxFailing', {
              since: format.dateTime(failingSince),
              reason: failureText(failure) ?? '',
            })
      }
    />
  )
}
