import { emailOf, phoneOf } from '@netward/contract/field-rules'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** What somebody typed, as an invitation takes it; null when it is neither a phone nor a mail address. */
export function contactOf(typed: string): { phone: string } | { email: string } | null {
  const email = typed.includes('@') ? emailOf(typed) : null
  if (email !== null) return { email }
  const phone = phoneOf(typed)
  return phone === null ? null : { phone }
}

/** Who is to administer a tenant: an account that is there or a new one, which the invited person decides. */
export function AdministratorFields({ required }: { required: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="quiet">{t('tenants.administratorHint')}</p>
      <div className="tenant-pair">
        <Form.Item
          name="administratorName"
          label={t('tenants.administratorName')}
          dependencies={['administratorContact']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_rule, value?: string) =>
                (value ?? '').trim() !== '' ||
                (!required && (getFieldValue('administratorContact') ?? '') === '')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('tenants.administratorNameEmpty'))),
            }),
          ]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
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
