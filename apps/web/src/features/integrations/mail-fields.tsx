import { mailSecurities, mailServers } from '@netward/contract/integration-values'
import { emailProblem } from '@netward/contract/field-rules'
import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { SecretItem } from './secret-item.tsx'
import type { Channel } from './channel.ts'
import { mailSignIns } from './channel-values.ts'
import { InboxFields } from './inbox-fields.tsx'
import { OauthFields, useMailIssuer } from './oauth-fields.tsx'
import { TextItem } from './text-item.tsx'

const ports = { starttls: 587, tls: 465, offered: 25 } as const

export function MailFields({
  secrets,
  inboxState,
}: {
  secrets: readonly string[] | null
  inboxState: Channel['inboxState']
}) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const user: unknown = Form.useWatch(['mail', 'user'], form)
  const hasUser = typeof user === 'string' && user.trim() !== ''
  const isPlatform = Form.useWatch(['mail', 'server'], form) === 'platform'
  return (
    <>
      <Form.Item
        name={['mail', 'server']}
        label={t('integrations.mail.server')}
        extra={t('integrations.mail.serverHint')}
      >
        <Radio.Group
          optionType="button"
          options={mailServers.map((value) => ({ value, label: t(`integrations.mail.servers.${value}`) }))}
        />
      </Form.Item>
      {!isPlatform && <OwnServer secrets={secrets} hasUser={hasUser} />}
      <TextItem
        name={['mail', 'fromName']}
        label={t('integrations.mail.fromName')}
        required={false}
        most={100}
      />
      <InboxFields secrets={secrets} state={inboxState} />
    </>
  )
}

/** Of the company's own server. */
function OwnServer({ secrets, hasUser }: { secrets: readonly string[] | null; hasUser: boolean }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const issuer = useMailIssuer()
  return (
    <>
      <TextItem name={['mail', 'host']} label={t('integrations.mail.host')} most={250} />
      <Form.Item
        name={['mail', 'security']}
        label={t('integrations.mail.security')}
        extra={t('integrations.mail.securityHint')}
      >
        <Select
          options={mailSecurities.map((value) => ({
            value,
            label: t(`integrations.mail.securities.${value}`),
          }))}
          onChange={(value: keyof typeof ports) => form.setFieldValue(['mail', 'port'], ports[value])}
        />
      </Form.Item>
      <Form.Item
        name={['mail', 'port']}
        label={t('integrations.mail.port')}
        rules={[{ required: true, message: t('integrations.required') }]}
      >
        <InputNumber min={1} max={65535} precision={0} />
      </Form.Item>
      <Form.Item name={['mail', 'signsInBy']} label={t('integrations.mail.signsInBy')}>
        <Radio.Group
          optionType="button"
          options={mailSignIns.map((value) => ({ value, label: t(`integrations.mail.signIns.${value}`) }))}
        />
      </Form.Item>
      <TextItem
        name={['mail', 'user']}
        label={t('integrations.mail.user')}
        hint={t(issuer === null ? 'integrations.mail.userHint' : 'integrations.mail.mailboxHint')}
        required={issuer !== null}
      />
      {issuer !== null && <OauthFields issuer={issuer} isSet={secrets?.includes('clientSecret') === true} />}
      {hasUser && issuer === null && (
        <SecretItem
          name={['mail', 'password']}
          label={t('integrations.mail.password')}
          isSet={secrets?.includes('password') === true}
          required
        />
      )}
      <Form.Item
        name={['mail', 'from']}
        label={t('integrations.mail.from')}
        required
        rules={[
          {
            validator: async (_rule, value: string) => {
              if (emailProblem(value) !== null) throw new Error(t('integrations.mail.fromWrong'))
            },
          },
        ]}
      >
        <Input maxLength={200} autoComplete="off" spellCheck={false} autoCapitalize="none" />
      </Form.Item>
    </>
  )
}
