import { Button, Form, type FormInstance, type FormRule, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { ApiError, reportError } from '../../lib/api-errors.ts'
import { useNow } from '../../lib/use-now.ts'
import { type ContactKind, type ContactValues, onItsField } from './contact.ts'

/** The last code sent, and its recipient. */
export interface Sent {
  to: string
  codeId: string
  minutes: number
}

interface Props {
  form: FormInstance<ContactValues>
  field: ContactKind
  contactOf: () => string | null
  sent: Sent | null
  onSent: (sent: Sent) => void
  rule: FormRule
}

/** The six digits, and the button that sends them to the other field's contact. */
export function SentCodeField({ form, field, contactOf, sent, onSent, rule }: Props) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [again, setAgain] = useState(0)
  const wait = Math.max(0, Math.ceil((again - useNow(1000)) / 1000))
  const waitFor = (seconds: number) => setAgain(Date.now() + seconds * 1000)

  const send = async () => {
    const { password } = await form.validateFields(['password', field])
    const to = contactOf()
    if (to === null) return
    setBusy(true)
    try {
      const contact = field === 'phone' ? { phone: to } : { email: to }
      const answer = await api(
        'POST /api/v1/auth/account/code',
        { ...contact, password },
        { errors: 'caller' },
      )
      onSent({ to, codeId: answer.codeId, minutes: Math.round(answer.expiresInSeconds / 60) })
      waitFor(answer.resendInSeconds)
      form.setFields([{ name: 'code', errors: [] }])
      form.focusField('code')
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds !== null) waitFor(error.retryAfterSeconds)
      const shown = onItsField(error)
      if (!(shown instanceof ApiError) || shown.fields.length === 0) reportError(error)
      else
        form.setFields(
          shown.fields.map(({ field: name, message }) => ({
            name: name as keyof ContactValues,
            errors: [message],
          })),
        )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form.Item
      label={t('account.code')}
      htmlFor="account-code"
      required
      extra={
        <output>{sent !== null && t('account.codeSent', { to: sent.to, minutes: sent.minutes })}</output>
      }
    >
      <div className="account-row">
        <Form.Item name="code" noStyle rules={[rule]}>
          <Input
            id="account-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            placeholder={t('account.codeHint')}
          />
        </Form.Item>
        {/* What is refused is shown on its field. */}
        <Button loading={busy} disabled={wait > 0} onClick={() => void send().catch(() => undefined)}>
          {wait > 0 ? t('account.codeAgain', { seconds: wait }) : t('account.codeSend')}
        </Button>
      </div>
    </Form.Item>
  )
}
