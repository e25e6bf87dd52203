import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/use-t.ts'
import { viewAddress } from '../addresses.ts'
import { FormHeader } from '../form-header.tsx'
import './more.css'

/** One view of /login: its title takes the focus, a link at its end leads back. */
export function View({
  title,
  about,
  back = true,
  focused = true,
  children,
}: {
  title: string
  about?: ReactNode
  back?: boolean
  /** False if a field takes the focus. */
  focused?: boolean
  children?: ReactNode
}) {
  const t = useT()
  const { redirect }: { redirect?: string } = useSearch({ strict: false })
  return (
    <div className="sign-in-form">
      <FormHeader title={title} focused={focused}>
        {about}
      </FormHeader>
      {children}
      {back && (
        <p className="sign-in-links">
          <a href={viewAddress(null, redirect)}>{t('access.backToSignIn')}</a>
        </p>
      )}
    </div>
  )
}

/** A result or a refusal: the only next step is a link to the sign-in. */
export function Outcome({ title, text }: { title: string; text: string }) {
  const t = useT()
  const { redirect }: { redirect?: string } = useSearch({ strict: false })
  return (
    <View title={title} about={<p>{text}</p>} back={false}>
      <a className="plain-button plain-button-primary sign-in-submit" href={viewAddress(null, redirect)}>
        {t('access.toSignIn')}
      </a>
    </View>
  )
}
