import { mailClouds, type mailIssuers } from '@netward/contract/integration-values'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { SecretItem } from './secret-item.tsx'
import { TextItem } from './text-item.tsx'

type Issuer = (typeof mailIssuers)[number]

/** Who issues the tokens of the mail channel in the form; null: it signs in by password, or sends through the platform. */
export function useMailIssuer(): Issuer | null {
  const form = Form.useFormInstance()
  const signsInBy: unknown = Form.useWatch(['mail', 'signsInBy'], form)
  const server: unknown = Form.useWatch(['mail', 'server'], form)
  if (server === 'platform') return null
  return signsInBy === 'microsoft' || signsInBy === 'google' ? signsInBy : null
}

/** The application that asks for the tokens of a mailbox. */
export function OauthFields({ issuer, isSet }: { readonly issuer: Issuer; readonly isSet: boolean }) {
  const { t } = useTranslation()
  if (issuer === 'google')
    return (
      <>
        <TextItem
          name={['mail', 'oauth', 'clientId']}
          label={t('integrations.mail.serviceAccount')}
          hint={t('integrations.mail.serviceAccountHint')}
        />
        <Form.Item
          name={['mail', 'clientSecret']}
          label={t('integrations.mail.privateKey')}
          extra={t('integrations.mail.privateKeyHint')}
          rules={[{ required: !isSet, message: t('integrations.required') }]}
        >
          <Input.TextArea
            rows={4}
            maxLength={8000}
            autoComplete="off"
            spellCheck={false}
            placeholder={isSet ? t('integrations.keep') : '-----BEGIN PRIVATE KEY-----'}
          />
        </Form.Item>
      </>
    )
  return (
    <>
      <Form.Item name={['mail', 'oauth', 'cloud']} label={t('integrations.mail.cloud')}>
        <Select
          options={mailClouds.map((value) => ({ value, label: t(`integrations.mail.clouds.${value}`) }))}
        />
      </Form.Item>
      <TextItem
        name={['mail', 'oauth', 'tenantId']}
        label={t('integrations.mail.tenantId')}
        hint={t('integrations.mail.tenantIdHint')}
        rules={[
          {
            pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
            message: t('integrations.mail.tenantIdWrong'),
          },
        ]}
      />
      <TextItem
        name={['mail', 'oauth', 'clientId']}
        label={t('integrations.mail.clientId')}
        hint={t('integrations.mail.clientIdHint')}
      />
      <SecretItem
        name={['mail', 'clientSecret']}
        label={t('integrations.mail.clientSecret')}
        isSet={isSet}
        required
        hint={t('integrations.mail.clientSecretHint')}
      />
    </>
  )
}
