import type { SignOnForm } from '@netward/contract/sign-on-values'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../ui/copy-text.tsx'
import type { Channel } from './channel.ts'

/** What the administrator enters in the console of the service. */
export function ServiceAddresses({ form, addresses }: { form: SignOnForm; addresses: Channel['addresses'] }) {
  const { t } = useTranslation()
  if (form === 'ldap') return null
  if (addresses === null) return <p className="integration-hint">{t('signOn.addressesLater')}</p>
  const { callback, home, signOut, metadata, events, cards } = addresses
  const shown = [
    [t('signOn.callback'), callback],
    ...(form === 'wecom' ? [[t('signOn.callbackHost'), new URL(callback).host] as const] : []),
    ...(metadata === null ? [] : [[t('signOn.metadata'), metadata] as const]),
    ...(signOut === null ? [] : [[t('signOn.signOut'), signOut] as const]),
    [t('signOn.home'), home],
    ...(events === null ? [] : [[t('signOn.events'), events] as const]),
    ...(cards === null ? [] : [[t('integrations.application.cards'), cards] as const]),
  ] as const
  return (
    <section className="integration-addresses">
      <h2>{t('signOn.addresses')}</h2>
      <p>{t(`signOn.addressesHint.${form}`)}</p>
      <dl>
        {shown.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <CopyText text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
