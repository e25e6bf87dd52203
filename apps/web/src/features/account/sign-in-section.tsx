import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Panel } from '../../ui/detail-page.tsx'
import type { Account } from './account.ts'
import type { ContactKind } from './contact.ts'
import { ContactDrawer } from './contact-drawer.tsx'
import { PasswordDrawer } from './password-drawer.tsx'

/** Sign-in credentials: password, phone, mail address. */
export function SignInSection({ account }: { account: Account }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [changing, setChanging] = useState(false)
  const { passwordChangedAt } = account
  return (
    <Panel title={t('account.signIn')}>
      <ul className="account-ways">
        <Way
          label={t('account.password')}
          value={
            passwordChangedAt === null
              ? t('account.passwordNever')
              : t('account.passwordChanged', { at: format.dateTime(passwordChangedAt) })
          }
          action={<Button onClick={() => setChanging(true)}>{t('account.passwordChange')}</Button>}
        />
        <ContactWay kind="phone" value={account.phone} available={account.phoneCodes} />
        <ContactWay kind="email" value={account.email} available={account.mail} />
      </ul>
      <PasswordDrawer userName={account.userName} open={changing} onClose={() => setChanging(false)} />
    </Panel>
  )
}

function ContactWay(props: { kind: ContactKind; value: string | null; available: boolean }) {
  const { t } = useTranslation()
  const { kind, value, available } = props
  const [open, setOpen] = useState(false)
  return (
    <>
      <Way
        label={t(`account.${kind}`)}
        value={value ?? t('account.contactNone')}
        {...(!available && { hint: t(`account.${kind}Unavailable`) })}
        action={
          <Button disabled={!available} onClick={() => setOpen(true)}>
            {t(value === null ? `account.${kind}Add` : `account.${kind}Change`)}
          </Button>
        }
      />
      <ContactDrawer kind={kind} current={value} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function Way(props: { label: string; value: string; hint?: string; action: ReactNode }) {
  return (
    <li>
      <span className="account-way-label">{props.label}</span>
      <span className="account-way-value">
        {props.value}
        {props.hint !== undefined && <small className="quiet">{props.hint}</small>}
      </span>
      {props.action}
    </li>
  )
}
