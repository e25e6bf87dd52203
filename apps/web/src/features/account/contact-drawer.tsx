import {
  emailCodeProblem,
  emailOf,
  emailProblem,
  phoneOf,
  phoneProblem,
  smsCodeProblem,
} from '@netward/contract/field-rules'
import { Form, type FormInstance, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { accountEndpoint } from './account.ts'
import { type ContactKind, type ContactValues, onItsField } from './contact.ts'
import { useFieldRule } from './form-rules.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import { type Sent, SentCodeField } from './sent-code-field.tsx'

const initialValues: ContactValues = { phone: '', email: '', password: '', code: '' }

const kinds = {
  phone: {
    of: phoneOf,
    problem: phoneProblem,
    empty: 'validation.newPhoneEmpty',
    codeProblem: smsCodeProblem,
    label: 'account.newPhone',
    input: { inputMode: 'tel', autoComplete: 'tel' },
    done: 'account.phoneDone',
  },
  email: {
    of: emailOf,
    problem: emailProblem,
    empty: 'validation.newEmailEmpty',
    codeProblem: emailCodeProblem,
    label: 'account.newEmail',
    input: { inputMode: 'email', autoComplete: 'email' },
    done: 'account.emailDone',
  },
} as const

interface Props {
  kind: ContactKind
  current: string | null
  open: boolean
  onClose: () => void
}

/** A new phone or mail address: the password, then the code sent to it. */
export function ContactDrawer(props: Props) {
  const { t } = useTranslation()
  const { kind, current } = props
  const [sent, setSent] = useState<Sent | null>(null)
  const phone = useAct('POST /api/v1/auth/account/phone', { refresh: [accountEndpoint], errors: 'caller' })
  const email = useAct('POST /api/v1/auth/account/email', { refresh: [accountEndpoint], errors: 'caller' })
  const submit = async (values: ContactValues) => {
    const proof = { codeId: sent?.codeId ?? '', code: values.code }
    try {
      await (kind === 'phone'
        ? phone.mutateAsync({ phone: phoneOf(values.phone) ?? '', ...proof })
        : email.mutateAsync({ email: emailOf(values.email) ?? '', ...proof }))
    } catch (error) {
      throw onItsField(error)
    }
  }
  return (
    <FormDrawer<ContactValues>
      title={t(current === null ? `account.${kind}Add` : `account.${kind}Change`)}
      open={props.open}
      onClose={() => {
        setSent(null)
        props.onClose()
      }}
      initialValues={initialValues}
      submitText={t('account.contactSubmit')}
      savedText={t(kinds[kind].done)}
      onSubmit={submit}
    >
      {(form) => <Fields form={form} kind={kind} current={current} sent={sent} onSent={setSent} />}
    </FormDrawer>
  )
}

function Fields(props: {
  form: FormInstance<ContactValues>
  kind: ContactKind
  current: string | null
  sent: Sent | null
  onSent: (sent: Sent) => void
}) {
  const { t } = useTranslation()
  const rule = useFieldRule()
  const { form, kind, current, sent } = props
  const { of, problem, empty, codeProblem, label, input } = kinds[kind]
  const typed = () => of(form.getFieldValue(kind) ?? '')
  return (
    <>
      <p className="account-remark">
        {current === null
          ? t('account.contactUse')
          : t('account.contactOldNotified', { contact: t(`account.${kind}`) })}
      </p>
      <OwnPasswordField />
      <Form.Item
        name={kind}
        label={t(label)}
        required
        rules={[
          rule((value) =>
            value.trim() === '' ? empty : of(value) === current ? 'account.contactSame' : problem(value),
          ),
        ]}
      >
        <Input {...input} autoCapitalize="none" spellCheck={false} maxLength={200} />
      </Form.Item>
      <SentCodeField
        form={form}
        field={kind}
        contactOf={typed}
        sent={sent}
        onSent={props.onSent}
        // A code is valid only for the address it was sent to.
        rule={rule((value) =>
          sent === null || sent.to !== typed() ? 'account.codeNotSent' : codeProblem(value),
        )}
      />
    </>
  )
}
