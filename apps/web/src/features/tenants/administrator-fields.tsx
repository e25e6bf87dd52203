import { emailOf, phoneOf } from '@netward/contract/field-rules'
import { Alert, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'

/** The typed contact in invitation format; null if it is neither a phone nor a mail address. */
export function contactOf(typed: string): { phone: string } | { email: string } | null {
  const email = typed.includes('@') ? emailOf(typed) : null
  if (email !== null) return { email }
  const phone = phoneOf(typed)
  return phone === null ? null : { phone }
}

/** Whether this installation sends messages at all. */
export function useMessagesSent(enabled: boolean): boolean {
  const { data } = useApi('GET /api/v1/auth/account', {}, { enabled })
  return (data?.phoneCodes ?? true) || (data?.mail ?? true)
}

/** Says before anything is typed that no invitation can be sent, and what is missing. */
export function NoMessagesAlert({ hint }: { hint: string }) {
  const { t } = useTranslation()
  return (
    <Alert
      type="warning"
      showIcon
      className="tenant-alert"
      title={t('tenants.noMessages')}
      description={hint}
    />
  )
}

export function AdministratorName({ required }: { required: boolean }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="administratorName"
      label={t('tenants.administratorName')}
      dependencies={['administratorContact']}
      rules={[
        ({ getFieldValue }) => ({
          validator: (_rule, value?: string) =>
            (value ?? '').trim() !== '' || (!required && (getFieldValue('administratorContact') ?? '') === '')
              ? Promise.resolve()
              : Promise.reject(new Error(t('tenants.administratorNameEmpty'))),
        }),
      ]}
    >
      <Input maxLength={100} autoComplete="off" />
    </Form.Item>
  )
}

/** The future administrator of a tenant: an existing or a new account, which the invited person decides. */
export function AdministratorFields({ required }: { required: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="quiet">{t('tenants.administratorHint')}</p>
      <div className="tenant-pair">
        <AdministratorName required={required} />
        <Form.Item
          name="administratorContact"
          label={t('tenants.administratorContact')}
          rules={[
            {
              validator: (_rule, value?: string) =>
                contactOf(value ?? '') !== null || (!required && (value ?? '') === '')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('validation.phoneOrEmail'))),
            },
          ]}
        >
          <Input maxLength={200} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
      </div>
    </>
  )
}
